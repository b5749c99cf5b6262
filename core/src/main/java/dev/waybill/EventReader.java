package dev.waybill;

import java.util.List;

/// A reader of an [EventFeed], for one thread at a time. Close it: until then it may share memory
/// with other readers of the job.
public interface EventReader extends AutoCloseable {

  /// Waits for the next event and returns it with the events that are already available, a few
  /// hundred at most. Empty when the job has finished and all events were read.
  List<JobEvent> next();

  @Override
  void close();
}
