package dev.waybill.rig;

import dev.waybill.Job;
import dev.waybill.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The state that a store must have according to the responses its callers got, updated line by
/// line. Detects responses that contradict each other.
///
/// Jobs are identified by the text of their IDs, attempts by `job,attempt`.
final class ExpectedState {

  /// The minimum progress of a job.
  record Floor(int attempt, int rank) {

    static Floor of(Job job) {
      return new Floor(job.attempt(), job.state().rank());
    }

    boolean isAbove(Floor other) {
      return attempt != other.attempt ? attempt > other.attempt : rank > other.rank;
    }
  }

  private final Map<Long, HistoryLine> open = new HashMap<>();
  private final Set<String> asked = new HashSet<>();
  private final Map<String, String> jobOfRequest = new HashMap<>();
  private final Set<String> acknowledged = new LinkedHashSet<>();
  private final Map<String, Floor> floors = new HashMap<>();
  private final Set<String> leased = new HashSet<>();
  private final Map<String, String> settled = new HashMap<>();
  private final Map<String, TreeMap<Integer, State>> ends = new HashMap<>();
  private final Set<String> settledEnds = new HashSet<>();
  private final Map<String, Integer> revivals = new HashMap<>();
  private final Map<String, Long> eventsPublished = new HashMap<>();
  private final Map<String, Long> eventsAsked = new HashMap<>();
  private final Set<String> touched = new HashSet<>();
  private final List<String> contradictions = new ArrayList<>();
  private long acknowledgements;

  /// The process was killed: pending calls are never answered.
  void endLife() {
    open.clear();
  }

  void addAll(List<HistoryLine> lines) {
    lines.forEach(this::add);
  }

  void add(HistoryLine line) {
    switch (line.phase()) {
      case INVOKE -> invoke(line);
      case OK -> {
        HistoryLine call = open.remove(line.op());
        if (call == null) {
          contradictions.add("an answer without a call: " + line);
        } else {
          answer(call, line.items());
        }
      }
      case FAIL -> open.remove(line.op());
    }
  }

  private void invoke(HistoryLine line) {
    open.put(line.op(), line);
    switch (line.kind()) {
      case ENQUEUE -> asked.addAll(line.items());
      case CHANGE -> invokeChange(line.items().getFirst().split(",", -1));
      case PUBLISH -> {
        String[] parts = line.items().getFirst().split(",", -1);
        eventsAsked.merge(attempt(parts), Long.parseLong(parts[3]), Math::max);
        touched.add(parts[0]);
      }
      case LEASE, SETTLE -> {}
    }
  }

  private void invokeChange(String... parts) {
    touched.add(parts[1]);
    if (!parts[0].equals("CANCEL")) {
      revivals.merge(parts[1], 1, Integer::sum);
    }
  }

  private void answer(HistoryLine call, List<String> answers) {
    acknowledgements += answers.stream().filter(answer -> !isRefusal(answer)).count();
    switch (call.kind()) {
      case LEASE -> answers.forEach(lease -> leased(lease.split(",", -1)));
      case ENQUEUE -> each(call, answers, this::enqueued);
      case SETTLE -> each(call, answers, this::settled);
      case PUBLISH -> each(call, answers, this::published);
      case CHANGE -> each(call, answers, this::changed);
    }
  }

  private interface Answered {
    void take(String asked, String answer);
  }

  private static void each(HistoryLine call, List<String> answers, Answered one) {
    for (int i = 0; i < answers.size(); i++) {
      if (!isRefusal(answers.get(i))) {
        one.take(call.items().get(i), answers.get(i));
      }
    }
  }

  private static boolean isRefusal(String answer) {
    return answer.startsWith("!");
  }

  private void enqueued(String request, String job) {
    acknowledged.add(job);
    touched.add(job);
    String before = jobOfRequest.putIfAbsent(request, job);
    if (before != null && !before.equals(job)) {
      contradictions.add("request " + request + " made two jobs: " + before + " and " + job);
    }
  }

  private void leased(String... parts) {
    touched.add(parts[0]);
    if (!leased.add(attempt(parts))) {
      contradictions.add("attempt " + attempt(parts) + " was leased twice");
    }
    end(parts[0], Integer.parseInt(parts[2]))
        .ifPresent(
            end -> contradictions.add("job " + parts[0] + " was leased after it was " + end));
    raise(parts[0], new Floor(Integer.parseInt(parts[1]), State.RUNNING.rank()));
  }

  private void settled(String asked, String answer) {
    String[] parts = asked.split(",", -1);
    State state = State.valueOf(answer);
    touched.add(parts[0]);
    String before = settled.putIfAbsent(attempt(parts), parts[3]);
    if (parts[3].equals(before)) {
      // a repeated call gets the first answer
      return;
    }
    if (before != null) {
      contradictions.add("attempt " + attempt(parts) + " was settled twice");
    }
    if (!OutcomeStates.mayLeadTo(parts[3], state)) {
      contradictions.add("attempt " + attempt(parts) + ": " + parts[3] + " led to " + state);
    }
    came(parts[0], state, Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }

  private void changed(String asked, String answer) {
    String[] parts = answer.split(",", -1);
    String job = asked.split(",", -1)[1];
    State state = State.valueOf(parts[0]);
    raise(job, new Floor(Integer.parseInt(parts[1]), state.rank()));
    if (state.isTerminal()) {
      // The response may show the state after a later change, so this does not count as another
      // end.
      ended(job, Integer.parseInt(parts[2]), state);
    }
  }

  private void came(String job, State state, int attempt, int generation) {
    if (state.isTerminal()) {
      raise(job, new Floor(attempt, state.rank()));
      ended(job, generation, state);
      if (!settledEnds.add(job + "," + generation)) {
        contradictions.add("job " + job + " ended twice in generation " + generation);
      }
    } else {
      raise(job, new Floor(attempt + 1, 0));
    }
  }

  private void ended(String job, int generation, State state) {
    State before = ends.computeIfAbsent(job, _ -> new TreeMap<>()).putIfAbsent(generation, state);
    if (before != null && before != state) {
      contradictions.add("job " + job + " ended twice: " + before + ", then " + state);
    }
  }

  private void published(String asked, String answer) {
    String[] parts = asked.split(",", -1);
    eventsPublished.merge(attempt(parts), Long.parseLong(parts[3]), Math::max);
  }

  private void raise(String job, Floor floor) {
    floors.merge(job, floor, (before, now) -> now.isAbove(before) ? now : before);
  }

  private static String attempt(String... parts) {
    return parts[0] + "," + parts[1];
  }

  /// Records an observed state: the store must not fall behind it.
  void observed(Job job) {
    String id = job.id().toString();
    raise(id, Floor.of(job));
    if (job.state().isTerminal()) {
      ends.computeIfAbsent(id, _ -> new TreeMap<>())
          .putIfAbsent(job.progress().generation(), job.state());
    } else {
      touched.add(id);
    }
  }

  Set<String> acknowledged() {
    return acknowledged;
  }

  boolean wasAsked(String request) {
    return asked.contains(request);
  }

  Floor floor(String job) {
    return floors.getOrDefault(job, new Floor(0, 0));
  }

  /// How this generation of a job ended, if known.
  Optional<State> end(String job, int generation) {
    TreeMap<Integer, State> known = ends.get(job);
    return known == null ? Optional.empty() : Optional.ofNullable(known.get(generation));
  }

  /// The last generation known to have ended; -1 if there is none.
  int lastEnded(String job) {
    TreeMap<Integer, State> known = ends.get(job);
    return known == null ? -1 : known.lastKey();
  }

  /// How often a restart of the job was requested.
  int revivals(String job) {
    return revivals.getOrDefault(job, 0);
  }

  /// The last acknowledged event of this attempt; -1 if there is none.
  long eventsPublished(String job, int attempt) {
    return eventsPublished.getOrDefault(job + "," + attempt, -1L);
  }

  long eventsAsked(String job, int attempt) {
    return eventsAsked.getOrDefault(job + "," + attempt, -1L);
  }

  /// Attempts with acknowledged events.
  Set<String> attemptsWithEvents() {
    return eventsPublished.keySet();
  }

  /// Jobs that may have changed since the last call of this method.
  Set<String> takeTouched() {
    Set<String> taken = new LinkedHashSet<>(touched);
    touched.clear();
    return taken;
  }

  List<String> contradictions() {
    return contradictions;
  }

  long acknowledgements() {
    return acknowledgements;
  }
}
