package dev.waybill.backend.support;

import dev.waybill.backend.support.GuardedTable.Held;
import java.util.List;

/// The table of jobs in the order of its writes.
public interface ChangeLog {

  /// A number that distinguishes this table from every other one, also from an earlier one of the
  /// same name.
  long identity();

  /// The latest values of keys that were written after a revision, in the order of writing.
  List<Held> after(long revision, int max);
}
