package dev.waybill.backend.support;

import dev.waybill.backend.support.GuardedTable.Held;
import java.util.List;

/// The table of jobs in the order of its writes.
public interface ChangeLog {

  /// Differs from the number of every other table, also of one that had its name before.
  long identity();

  /// The last values of keys that were written after a revision, in the order of writing.
  List<Held> after(long revision, int max);

  /// The revision up to which marks of deleted jobs may have been removed.
  long dropped();
}
