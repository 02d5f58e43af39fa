#include "cooker/scene/check_structure.h"
#include "cooker/scene/group.h"
#include "cooker/scene/repair.h"
#include "cooker/scene/repair_log.h"

namespace lodcook::cooker {

Result<Scene> check_scene(Scene scene, const SceneOptions& options) {
  if (const Status sound = check_structure(scene, options); !sound) return sound.error();
  if (const Status finite = check_positions(scene); !finite) return finite.error();
  RepairLog log;
  drop_unusable_geometry(scene, log);
  report_rounding(scene, log);
  repair_attributes(scene, options, log);
  repair_surroundings(scene, log);
  log.append_to(scene.warnings);
  return scene;
}

}  // namespace lodcook::cooker
