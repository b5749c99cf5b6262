package dev.waybill.rig;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The parameters of one process of the rig.
///
/// @param store the directory of the store
/// @param histories the directory of all histories; a process writes its own and reads those of
///     earlier processes
/// @param life the number of this process on this store
/// @param bug the seeded bug
/// @param length the time after which the process closes the store and exits
record LoadPlan(Path store, Path histories, int life, long seed, SeededBug bug, Duration length) {

  List<String> arguments() {
    return List.of(
        store.toString(),
        histories.toString(),
        Integer.toString(life),
        Long.toString(seed),
        bug.name(),
        length.toString());
  }

  static LoadPlan parse(String... arguments) {
    return new LoadPlan(
        Path.of(arguments[0]),
        Path.of(arguments[1]),
        Integer.parseInt(arguments[2]),
        Long.parseLong(arguments[3]),
        SeededBug.valueOf(arguments[4]),
        Duration.parse(arguments[5]));
  }

  Path history() {
    return Histories.file(histories, life);
  }

  LoadPlan next(long newSeed) {
    return new LoadPlan(store, histories, life + 1, newSeed, bug, length);
  }

  LoadPlan lasting(Duration longer) {
    return new LoadPlan(store, histories, life, seed, bug, longer);
  }
}
