package dev.waybill.backend.embedded.live;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Jobs by the time when they need attention, soonest first. A binary heap in which each job knows
/// its index, so that it can be removed or moved without a search.
final class DueHeap {

  private @Nullable LiveJob[] jobs = new LiveJob[64];
  private int size;

  @Nullable LiveJob first() {
    return size == 0 ? null : jobs[0];
  }

  /// The time of the first job, or [LiveJob#NEVER].
  long firstDue() {
    LiveJob first = first();
    return first == null ? LiveJob.NEVER : first.due;
  }

  /// Moves the job to a new time; [LiveJob#NEVER] removes it.
  void schedule(LiveJob job, long due) {
    remove(job);
    job.due = due;
    if (due != LiveJob.NEVER) {
      if (size == jobs.length) {
        jobs = Arrays.copyOf(jobs, size * 2);
      }
      siftUp(size++, job);
    }
  }

  void remove(LiveJob job) {
    int hole = job.heapIndex;
    if (hole < 0) {
      return;
    }
    job.heapIndex = -1;
    job.due = LiveJob.NEVER;
    LiveJob last = at(--size);
    jobs[size] = null;
    if (hole < size) {
      siftDown(hole, last);
      if (at(hole) == last) {
        siftUp(hole, last);
      }
    }
  }

  private void siftUp(int from, LiveJob job) {
    int hole = from;
    while (hole > 0) {
      LiveJob parent = at((hole - 1) / 2);
      if (parent.due <= job.due) {
        break;
      }
      place(hole, parent);
      hole = (hole - 1) / 2;
    }
    place(hole, job);
  }

  private void siftDown(int from, LiveJob job) {
    int hole = from;
    while (2 * hole + 1 < size) {
      int child = 2 * hole + 1;
      if (child + 1 < size && at(child + 1).due < at(child).due) {
        child++;
      }
      if (job.due <= at(child).due) {
        break;
      }
      place(hole, at(child));
      hole = child;
    }
    place(hole, job);
  }

  private void place(int index, LiveJob job) {
    jobs[index] = job;
    job.heapIndex = index;
  }

  private LiveJob at(int index) {
    LiveJob job = jobs[index];
    if (job == null) {
      throw new IllegalStateException("hole in the heap at " + index);
    }
    return job;
  }
}
