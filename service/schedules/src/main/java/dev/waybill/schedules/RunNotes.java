package dev.waybill.schedules;

import java.util.ArrayList;
import java.util.List;

/// Changes to be recorded in the state of a schedule, in order.
final class RunNotes implements java.util.function.UnaryOperator<RunState> {

  private final List<Note> notes = new ArrayList<>();

  /// One change of the state. May be applied more than once.
  interface Note {
    RunState to(RunState state);
  }

  void add(Note note) {
    notes.add(note);
  }

  void addAll(RunNotes more) {
    notes.addAll(more.notes);
  }

  boolean isEmpty() {
    return notes.isEmpty();
  }

  @Override
  public RunState apply(RunState state) {
    RunState after = state;
    for (Note note : notes) {
      after = note.to(after);
    }
    return after;
  }
}
