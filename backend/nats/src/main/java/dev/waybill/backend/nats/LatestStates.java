package dev.waybill.backend.nats;

import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import io.nats.client.PurgeOptions;
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

  private static final String STREAM = JobSubjects.streamOf(LedgerSubjects.BUCKET);

  private final NatsLink link;
  private final Expiry expiry;
  private final StreamReads reads;

  LatestStates(NatsLink link, Expiry expiry) {
    this.link = link;
    this.expiry = expiry;
    this.reads = new StreamReads(link, STREAM);
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
    String subject = LedgerSubjects.latest(group.key());
    return link.streams()
        .publishAsync(
            subject,
            LedgerJson.standing(standing),
            link.onlyAfter(subject, group.revision(), group.tries()))
        .handle(NatsErrors::isFirst);
  }

  /// The states of those keys that have one.
  List<Standing> find(List<LedgerKey> keys) {
    List<Standing> found = new ArrayList<>();
    for (Read read : read(keys)) {
      if (read.standing() != null) {
        found.add(read.standing());
      }
    }
    return found;
  }

  /// Deletes a state that a fact up to this position led to. One that somebody moved meanwhile has
  /// another revision and stays.
  void delete(LedgerKey key, long upTo) {
    String subject = LedgerSubjects.latest(key);
    MessageInfo found = reads.last(List.of(subject)).getFirst();
    Standing standing = found == null ? null : standing(found);
    if (found == null || (standing != null && standing.position() > upTo)) {
      return;
    }
    PurgeOptions one = PurgeOptions.builder().subject(subject).sequence(found.getSeq() + 1).build();
    NatsErrors.told("delete a state", () -> link.management().purgeStream(STREAM, one));
  }

  private List<Read> read(List<LedgerKey> keys) {
    return reads.last(keys.stream().map(LedgerSubjects::latest).toList()).stream()
        .map(this::read)
        .toList();
  }

  /// A state that has expired counts as none.
  private Read read(@Nullable MessageInfo message) {
    if (message == null) {
      return new Read(0, null);
    }
    Standing standing = standing(message);
    boolean over = standing != null && expiry.isOver(standing.fact());
    return new Read(message.getSeq(), over ? null : standing);
  }

  /// A key that was deleted by hand has an empty message left.
  private static @Nullable Standing standing(MessageInfo message) {
    byte @Nullable [] value = message.getData();
    return value == null || value.length == 0 ? null : LedgerJson.standing(value);
  }
}
