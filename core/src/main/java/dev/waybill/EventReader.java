package dev.waybill;

import java.util.List;

/// One reader of an [EventFeed], for one thread at a time. To be closed: until then it may share
/// memory with other readers of the job.
public interface EventReader extends AutoCloseable {

  /// Waits for the next event and answers it and those that are there already, some hundreds at
  /// most. Empty when the job has ended and all was read.
  List<JobEvent> next();

  @Override
  void close();
}
