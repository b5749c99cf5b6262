package dev.waybill.service;

import dev.waybill.JobAction;
import dev.waybill.JobFilter;
import dev.waybill.result.BulkResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Changes all jobs of a tenant that match. The engine provides it, also to surfaces that run bulk
/// changes in the background.
public interface BulkWalk {

  /// Walks over the list of jobs once, so a job that matches again after its change is not changed
  /// twice.
  ///
  /// @param from the position where an earlier walk of the same request stopped
  /// @return the position where this walk stopped
  Position walk(Request request, Position from, Control control);

  /// @param ratePerSecond maximum number of jobs per second; 0 for no limit
  record Request(JobAction action, JobFilter filter, int ratePerSecond) {

    /// Only jobs in a state that allows the action match.
    public Request {
      filter = action.among(filter);
    }
  }

  /// The progress of a walk.
  ///
  /// @param cursor the cursor of the next page of jobs, or null for the first page
  record Position(@Nullable String cursor, long changed, long skipped) {

    public static final Position START = new Position(null, 0, 0);

    public Position plus(BulkResult more) {
      return new Position(cursor, changed + more.changed(), skipped + more.skipped());
    }

    public Position at(String page) {
      return new Position(page, changed, skipped);
    }

    public long jobs() {
      return changed + skipped;
    }
  }

  /// Observes a walk and can stop it.
  interface Control {

    Control NONE = (_, _) -> true;

    /// Called after each batch of jobs.
    ///
    /// @param wait how long to wait before the next batch to keep the rate; may be zero or negative
    /// @return whether to continue
    boolean shouldContinue(Position reached, Duration wait);
  }
}
