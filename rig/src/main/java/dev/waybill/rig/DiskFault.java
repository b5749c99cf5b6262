package dev.waybill.rig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/// Fails the n-th call that writes or syncs, in every thread of a process.
///
/// @param error the name of the error, such as `EIO`
record DiskFault(String error, int call) {

  private static final String CALLS = "pwrite64,fdatasync,fsync,fallocate";
  private static final List<String> ERRORS = List.of("EIO", "ENOSPC");

  /// Each error at each of the first calls, in random order.
  static List<DiskFault> upTo(int calls, SplittableRandom random) {
    List<DiskFault> all = new ArrayList<>();
    for (String error : ERRORS) {
      for (int call = 1; call <= calls; call++) {
        all.add(new DiskFault(error, call));
      }
    }
    Collections.shuffle(all, java.util.Random.from(random));
    return all;
  }

  /// The command in front of the process under test.
  List<String> tracer() {
    return List.of(
        "strace",
        "-f",
        "--seccomp-bpf",
        "-qq",
        "-o",
        "/dev/null",
        "-e",
        "trace=" + CALLS,
        "-e",
        "inject=" + CALLS + ":error=" + error + ":when=" + call);
  }
}
