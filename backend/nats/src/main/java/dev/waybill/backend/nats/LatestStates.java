package dev.waybill.backend.nats;

import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import io.nats.client.api.MessageInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Where each thing stands, in a bucket. A state moves by compare-and-set on its revision, so of
/// many who move it none is lost, and it never moves back.
final class LatestStates {

  private final NatsLink link;
  private final StreamReads reads;

  LatestStates(NatsLink link) {
    this.link = link;
    this.reads = new StreamReads(link, "KV_" + LedgerSubjects.BUCKET);
  }

  /// @param standing null where the thing has none
  private record Read(long revision, @Nullable Standing standing) {}

  /// The facts of one thing, in order.
  ///
  /// @param revision the one that was tried last
  /// @param tries how often
  private record Group(LedgerKey key, List<Fact.Recorded> facts, long revision, int tries) {

    Group trying(long next) {
      return new Group(key, facts, next, next == revision ? tries + 1 : 0);
    }
  }

  /// One state on its way.
  ///
  /// @param done false where somebody else moved the state meanwhile
  private record Move(Group group, Set<Long> movedBy, CompletableFuture<Boolean> done) {}

  /// Moves the states on by these facts, in order; answers the positions of those that moved one.
  Set<Long> move(List<Fact.Recorded> facts) {
    List<Group> waiting = groups(facts);
    Set<Long> movedBy = new HashSet<>();
    while (!waiting.isEmpty()) {
      List<Group> again = new ArrayList<>();
      for (Move move : begin(waiting)) {
        if (link.await("move a state", move.done())) {
          movedBy.addAll(move.movedBy());
        } else {
          again.add(move.group());
        }
      }
      waiting = again;
    }
    return movedBy;
  }

  private static List<Group> groups(List<Fact.Recorded> facts) {
    Map<LedgerKey, Group> groups = new LinkedHashMap<>();
    for (Fact.Recorded fact : facts) {
      groups
          .computeIfAbsent(fact.fact().key(), key -> new Group(key, new ArrayList<>(), -1, 0))
          .facts()
          .add(fact);
    }
    return List.copyOf(groups.values());
  }

  private List<Move> begin(List<Group> groups) {
    List<Read> before = read(groups.stream().map(Group::key).toList());
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      moves.add(begin(groups.get(i), before.get(i)));
    }
    return moves;
  }

  private Move begin(Group waiting, Read from) {
    Group group = waiting.trying(from.revision());
    Set<Long> movedBy = new HashSet<>();
    Standing now = from.standing();
    for (Fact.Recorded fact : group.facts()) {
      now = Standing.after(now, fact);
      if (now.wasMovedBy(fact)) {
        movedBy.add(fact.position());
      }
    }
    return new Move(
        group,
        movedBy,
        now == null || now.equals(from.standing())
            ? CompletableFuture.completedFuture(true)
            : write(group, now));
  }

  /// False where the state was moved by somebody else.
  private CompletableFuture<Boolean> write(Group group, Standing standing) {
    String subject = LedgerSubjects.latestSubject(group.key());
    return link.streams()
        .publishAsync(
            subject,
            LedgerJson.standing(standing),
            link.onlyAfter(subject, group.revision(), group.tries()))
        .handle(NatsErrors::isFirst);
  }

  /// The states of those keys that have one.
  Map<LedgerKey, Standing> find(List<LedgerKey> keys) {
    Map<LedgerKey, Standing> found = new LinkedHashMap<>();
    List<Read> states = read(keys);
    for (int i = 0; i < keys.size(); i++) {
      Standing standing = states.get(i).standing();
      if (standing != null) {
        found.put(keys.get(i), standing);
      }
    }
    return found;
  }

  private List<Read> read(List<LedgerKey> keys) {
    return reads.last(keys.stream().map(LedgerSubjects::latestSubject).toList()).stream()
        .map(LatestStates::read)
        .toList();
  }

  /// A key that was deleted by hand has an empty message left.
  private static Read read(@Nullable MessageInfo message) {
    if (message == null) {
      return new Read(0, null);
    }
    byte @Nullable [] value = message.getData();
    return new Read(
        message.getSeq(), value == null || value.length == 0 ? null : LedgerJson.standing(value));
  }
}
