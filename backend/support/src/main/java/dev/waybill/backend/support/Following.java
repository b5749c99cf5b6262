package dev.waybill.backend.support;

/// How closely this server follows the table of jobs. Its own writes are in the view at once; those
/// of other servers arrive at once only while somebody waits for them.
public interface Following {

  /// For stores that always follow closely.
  Following CLOSELY =
      new Following() {
        @Override
        public Waiting await() {
          return () -> {};
        }

        @Override
        public void catchUp() {}
      };

  /// A wait for changes of jobs; until it is closed, changes arrive at once.
  interface Waiting extends AutoCloseable {

    @Override
    void close();
  }

  /// Begins a wait. Changes that were written before are in the view then, unless the store cannot
  /// be reached.
  Waiting await();

  /// Brings the view up to date for a reader, unless the store cannot be reached.
  void catchUp();
}
