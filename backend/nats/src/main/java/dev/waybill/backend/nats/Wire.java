package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.Durations;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.PurgeOptions;
import io.nats.client.api.MessageGetRequest;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Compare-and-set on subjects of streams, many at a time: all are sent before the first answer is
/// waited for, so a batch costs one round trip.
///
/// An answer that does not come leaves open whether the write was done. Then one looks what stands
/// there: bodies differ by their stamps. Where it is what was there before, the write is sent
/// again, and because it is guarded by that, at most one of the two counts.
final class Wire implements AutoCloseable {

  private static final String EXPECTED = "Nats-Expected-Last-Subject-Sequence";
  private static final String ID = "Nats-Msg-Id";
  private static final String GET = "$JS.API.STREAM.MSG.GET.";
  private static final String PURGE = "$JS.API.STREAM.PURGE.";
  private static final Duration TRY = Duration.ofSeconds(4);
  private static final Duration GIVE_UP = Duration.ofSeconds(30);
  private static final Duration BELIEVED_AFTER = Duration.ofSeconds(10);
  private static final long LONGEST_PAUSE_MILLIS = 50;
  private static final int UNANSWERED = 2_000;

  /// A write that counts only if the last message of the subject is the expected one; 0 if there
  /// must be none, [#ANY] if it does not matter.
  ///
  /// @param turn what all writes have in common of which one may count
  /// @param sight what something that stands there is to this write
  record Write(
      String stream,
      String subject,
      long expected,
      Payload body,
      Headers headers,
      long turn,
      Function<Held, Sight> sight) {

    static final long ANY = -1;

    static Write of(String stream, String subject, long expected, byte[] body) {
      return new Write(
          stream,
          subject,
          expected,
          Payload.wrap(body),
          new Headers(),
          expected,
          held -> expected == ANY || held.revision() <= expected ? Sight.BEFORE : Sight.OTHER);
    }

    /// Where bodies tell their order themselves.
    Write inTurn(long turn, Function<Held, Sight> sight) {
      return new Write(stream, subject, expected, body, headers, turn, sight);
    }

    Write with(Headers more) {
      return new Write(stream, subject, expected, body, more, turn, sight);
    }
  }

  /// What stands on a subject, in the eyes of one who wrote there.
  enum Sight {
    /// What was there before the write.
    BEFORE,
    /// What came after the write and goes back to it.
    WRITTEN,
    /// What somebody else wrote in its place.
    OTHER
  }

  /// The answer to one write.
  sealed interface Written {

    /// The revision of a write that was done and is history already.
    long PASSED = 0;

    record At(long revision) implements Written {}

    record Conflict() implements Written {}
  }

  /// A message of a stream.
  record Held(String subject, long revision, Payload body, @Nullable Headers headers) {

    byte[] bytes() {
      return body.bytesWithoutCopy();
    }
  }

  private final Connection connection;
  private final boolean replicated;
  private final Semaphore unanswered = new Semaphore(UNANSWERED);
  private final CountDownLatch closed = new CountDownLatch(1);

  /// @param replicated streams have several copies. Then two writes that expect the same can both
  ///     pass: nats-server 2.9 looks before it has applied what is on its way. So the turn of a
  ///     write is also the id of its message, and of two with the same id the broker stores one.
  ///     The id of a write that never came through is free again after [NatsLayout#SAME_ID].
  Wire(Connection connection, boolean replicated) {
    this.connection = connection;
    this.replicated = replicated;
  }

  @Override
  public void close() {
    closed.countDown();
  }

  boolean isOpen() {
    return closed.getCount() > 0;
  }

  void requireOpen() {
    if (!isOpen()) {
      throw new WaybillException(Code.CLOSED, "the store is closed");
    }
  }

  Written write(Write write) {
    return writeAll(List.of(write)).getFirst();
  }

  List<Written> writeAll(List<Write> writes) {
    List<CompletableFuture<Message>> sent = new ArrayList<>(writes.size());
    writes.forEach(write -> sent.add(send(write)));
    List<Written> answers = new ArrayList<>(writes.size());
    for (int i = 0; i < writes.size(); i++) {
      answers.add(settled(writes.get(i), sent.get(i)));
    }
    return answers;
  }

  /// The last message of each subject, as the leader of the stream has it.
  List<Optional<Held>> readAll(String stream, List<String> subjects) {
    List<byte[]> requests =
        subjects.stream()
            .map(subject -> MessageGetRequest.lastForSubject(subject).serialize())
            .toList();
    List<CompletableFuture<Message>> sent = new ArrayList<>(requests.size());
    requests.forEach(request -> sent.add(ask(GET + stream, null, request)));
    List<Optional<Held>> found = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      found.add(got(stream, requests.get(i), sent.get(i)));
    }
    return found;
  }

  Optional<Held> read(String stream, String subject) {
    return readAll(stream, List.of(subject)).getFirst();
  }

  /// The first message of a subject that is not before a sequence of the stream.
  Optional<Held> next(String stream, String subject, long from) {
    byte[] request = MessageGetRequest.nextForSubject(from, subject).serialize();
    return got(stream, request, ask(GET + stream, null, request));
  }

  /// Forgets the messages of a subject up to and including a sequence of the stream.
  record Purge(String stream, String subject, long upTo) {

    static final long EVERYTHING = -1;

    private byte[] request() {
      PurgeOptions.Builder options = PurgeOptions.builder().subject(subject);
      return (upTo == EVERYTHING ? options : options.sequence(upTo + 1)).build().serialize();
    }
  }

  void purgeAll(List<Purge> purges) {
    List<CompletableFuture<Message>> sent = new ArrayList<>(purges.size());
    purges.forEach(purge -> sent.add(ask(PURGE + purge.stream(), null, purge.request())));
    for (int i = 0; i < purges.size(); i++) {
      purged(purges.get(i), sent.get(i));
    }
  }

  private void purged(Purge purge, CompletableFuture<Message> sent) {
    long start = System.nanoTime();
    Message answer = answer(sent);
    while (answer == null) {
      pauseSince(start);
      answer = answer(ask(PURGE + purge.stream(), null, purge.request()));
    }
  }

  private CompletableFuture<Message> send(Write write) {
    Headers headers = new Headers(write.headers());
    if (write.expected() != Write.ANY) {
      headers.put(EXPECTED, Long.toString(write.expected()));
      if (replicated) {
        headers.put(ID, write.subject() + "@" + write.turn());
      }
    }
    return ask(write.subject(), headers, write.body().bytesWithoutCopy());
  }

  private CompletableFuture<Message> ask(String subject, @Nullable Headers headers, byte[] body) {
    requireOpen();
    unanswered.acquireUninterruptibly();
    try {
      return connection
          .requestWithTimeout(subject, headers, body, TRY)
          .whenComplete((_, _) -> unanswered.release());
    } catch (IllegalStateException notNow) {
      unanswered.release();
      return CompletableFuture.failedFuture(notNow);
    } catch (IllegalArgumentException tooLarge) {
      unanswered.release();
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE,
          "NATS takes no message of " + body.length + " bytes: " + tooLarge.getMessage(),
          tooLarge);
    }
  }

  private Written settled(Write write, CompletableFuture<Message> sent) {
    long start = System.nanoTime();
    CompletableFuture<Message> latest = sent;
    boolean maybeDone = false;
    while (true) {
      Reply reply = reply(answer(latest));
      if (reply.said() == Said.STORED) {
        return new Written.At(reply.revision());
      }
      if (reply.said() == Said.REFUSED && !maybeDone) {
        return new Written.Conflict();
      }
      Written seen = seen(write, reply.said(), start);
      if (seen != null) {
        return seen;
      }
      if (reply.said() == Said.FULL) {
        throw NatsErrors.full("store a record", null);
      }
      maybeDone = true;
      pauseSince(start);
      latest = send(write);
    }
  }

  /// What the broker has to say about a write.
  private enum Said {
    STORED,
    /// Something else stood there.
    REFUSED,
    /// One that expects the same was first, or this one was.
    REPEATED,
    /// There is no room left for it.
    FULL,
    /// It has no leader yet, is starting, asks to slow down, or did not answer.
    NOTHING
  }

  /// @param revision where it is stored; 0 where it is not
  private record Reply(Said said, long revision) {

    static Reply without(Said said) {
      return new Reply(said, 0);
    }
  }

  private static Reply reply(@Nullable Message answer) {
    if (answer == null) {
      return Reply.without(Said.NOTHING);
    }
    try {
      PublishAck ack = new PublishAck(answer);
      return ack.isDuplicate()
          ? Reply.without(Said.REPEATED)
          : new Reply(Said.STORED, ack.getSeqno());
    } catch (JetStreamApiException refused) {
      if (NatsErrors.is(refused, NatsErrors.WRONG_LAST_SEQUENCE)) {
        return Reply.without(Said.REFUSED);
      }
      if (NatsErrors.isFull(refused)) {
        return Reply.without(Said.FULL);
      }
      if (NatsErrors.code(refused.getErrorCode()) != Code.STORE_FAILED) {
        return Reply.without(Said.NOTHING);
      }
      throw NatsErrors.of("store a record", refused);
    } catch (IOException unreadable) {
      return Reply.without(Said.NOTHING);
    }
  }

  /// What became of a write, by what stands there now; null where it is to be sent again.
  ///
  /// A copy that has just begun to lead may not know yet what it expects. One that refuses for long
  /// never will: copies may number differently after a crash.
  private @Nullable Written seen(Write write, Said said, long start) {
    Optional<Held> held = read(write.stream(), write.subject());
    if (held.isPresent() && held.get().body().equals(write.body())) {
      return new Written.At(held.get().revision());
    }
    boolean over = said == Said.REFUSED && (!replicated || isLate(start));
    return switch (held.map(write.sight()).orElse(Sight.BEFORE)) {
      case BEFORE -> over ? new Written.Conflict() : null;
      case WRITTEN -> new Written.At(Written.PASSED);
      case OTHER -> new Written.Conflict();
    };
  }

  /// Whether the broker is believed, whatever was seen before.
  static boolean isLate(long start) {
    return System.nanoTime() - start > BELIEVED_AFTER.toNanos();
  }

  private Optional<Held> got(String stream, byte[] request, CompletableFuture<Message> sent) {
    long start = System.nanoTime();
    CompletableFuture<Message> latest = sent;
    while (true) {
      Message answer = answer(latest);
      MessageInfo info = answer == null ? null : new MessageInfo(answer, stream, false);
      if (info != null && !info.hasError()) {
        return Optional.of(
            new Held(info.getSubject(), info.getSeq(), body(info), info.getHeaders()));
      }
      if (info != null && info.getApiErrorCode() == NatsErrors.NO_MESSAGE_FOUND) {
        return Optional.empty();
      }
      if (info != null && NatsErrors.code(info.getErrorCode()) == Code.STORE_FAILED) {
        throw new WaybillException(
            Code.STORE_FAILED, NatsErrors.unable("read a record", info.getError()));
      }
      pauseSince(start);
      latest = ask(GET + stream, null, request);
    }
  }

  private static Payload body(MessageInfo info) {
    byte[] data = info.getData();
    return data == null ? Payload.empty() : Payload.wrap(data);
  }

  /// Null where none came in time. An interrupt is kept for later: what was sent is on its way.
  private @Nullable Message answer(CompletableFuture<Message> sent) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          Message answer = sent.get(TRY.toMillis(), TimeUnit.MILLISECONDS);
          return answer.isStatusMessage() ? null : answer;
        } catch (InterruptedException later) {
          interrupted = true;
        } catch (TimeoutException | ExecutionException | CancellationException none) {
          return null;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Waits a little before something is asked again, longer each time, but not for ever.
  void pauseSince(long start) {
    requireOpen();
    Duration since = Duration.ofNanos(System.nanoTime() - start);
    if (since.compareTo(GIVE_UP) > 0) {
      throw new WaybillException(
          Code.UNAVAILABLE,
          "NATS did not answer within "
              + Durations.text(GIVE_UP)
              + "; a write may have been applied. Retry: writes are idempotent");
    }
    try {
      closed.await(Math.clamp(since.toMillis(), 1, LONGEST_PAUSE_MILLIS), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(
          Code.INTERRUPTED, "interrupted while NATS could not be reached", interrupted);
    }
  }
}
