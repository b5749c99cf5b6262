package dev.waybill.backend.nats;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Connections with one fault each.
final class FaultyConnection {

  private static final String EXPECTED = "Nats-Expected-Last-Subject-Sequence";
  private static final String ID = "Nats-Msg-Id";
  private static final String JOBS = "$KV.wb_jobs.";

  private FaultyConnection() {}

  /// One request.
  record Question(String subject, @Nullable Headers headers, Object body, Duration patience) {

    CompletableFuture<Message> askOn(Connection real) {
      return real.requestWithTimeout(subject, headers, (byte[]) body, patience);
    }

    boolean changesAJob() {
      return subject.startsWith(JOBS) && headers != null && !"0".equals(headers.getFirst(EXPECTED));
    }

    Question expectingOneMore() {
      Headers other = new Headers(headers);
      String expected = other.getFirst(EXPECTED);
      if (expected != null && !expected.equals("0")) {
        other.put(EXPECTED, Long.toString(Long.parseLong(expected) + 1));
      }
      return new Question(subject, other, body, patience);
    }

    Question without(String header) {
      Headers fewer = new Headers(headers);
      fewer.remove(header);
      return new Question(subject, fewer, body, patience);
    }
  }

  private interface Asking {
    CompletableFuture<Message> ask(Question question);
  }

  /// Removes the guard from writes to one bucket.
  static Connection withoutCompareAndSet(Connection real, String bucket) {
    return wrap(
        real,
        question ->
            (question.subject().startsWith("$KV." + bucket + ".")
                    ? question.without(EXPECTED)
                    : question)
                .askOn(real));
  }

  /// Loses the answer to one of so many requests, although it was applied.
  static Connection losingOneAnswerOf(Connection real, int many) {
    AtomicLong asked = new AtomicLong();
    return wrap(
        real,
        question -> {
          CompletableFuture<Message> answer = question.askOn(real);
          return asked.incrementAndGet() % many == 0
              ? answer.thenCompose(
                  _ -> CompletableFuture.failedFuture(new TimeoutException("lost")))
              : answer;
        });
  }

  /// Loses all messages with an ID for some time; adds the IDs of all sent messages to `ids`.
  static Connection losingIdsFor(Duration time, Connection real, Collection<String> ids) {
    long end = System.nanoTime() + time.toNanos();
    return wrap(
        real,
        question -> {
          String id = question.headers() == null ? null : question.headers().getFirst(ID);
          if (id == null) {
            return question.askOn(real);
          }
          ids.add(id);
          return System.nanoTime() - end < 0
              ? CompletableFuture.failedFuture(new TimeoutException("lost"))
              : question.askOn(real);
        });
  }

  /// Stops for good before the first request to a subject that starts like this, as a server that
  /// is
  /// killed there: it is not sent, and nothing after it.
  static Connection dyingBefore(Connection real, String subject) {
    AtomicBoolean dead = new AtomicBoolean();
    return wrap(
        real,
        question -> {
          if (question.subject().startsWith(subject)) {
            dead.set(true);
          }
          return dead.get()
              ? CompletableFuture.failedFuture(new TimeoutException("killed"))
              : question.askOn(real);
        });
  }

  /// Sends the first write of a job, and loses its answer, which is late: it arrives after an
  /// event.
  static Connection losingTheFirstCreation(Connection real, Runnable meanwhile) {
    AtomicBoolean lost = new AtomicBoolean();
    return wrap(
        real,
        question -> {
          boolean creates = question.subject().startsWith(JOBS) && !question.changesAJob();
          if (!creates || !lost.compareAndSet(false, true)) {
            return question.askOn(real);
          }
          return question
              .askOn(real)
              .thenCompose(
                  _ ->
                      CompletableFuture.runAsync(meanwhile)
                          .thenCompose(
                              _ -> CompletableFuture.failedFuture(new TimeoutException("lost"))));
        });
  }

  /// Holds the first creation of a job in the bucket back until after an event.
  static Connection delayingTheFirstCreation(Connection real, Runnable meanwhile) {
    AtomicBoolean delayed = new AtomicBoolean();
    return wrap(
        real,
        question -> {
          boolean creates = question.subject().startsWith(JOBS) && !question.changesAJob();
          if (creates && delayed.compareAndSet(false, true)) {
            meanwhile.run();
          }
          return question.askOn(real);
        });
  }

  /// Refuses changes of jobs, although they were applied.
  static Connection refusingAppliedChanges(Connection real) {
    return wrap(
        real,
        question -> {
          CompletableFuture<Message> answer = question.askOn(real);
          return question.changesAJob() ? answer.thenApply(_ -> refused()) : answer;
        });
  }

  /// Refuses the first change of a job without applying it, as a leader that is replicating another
  /// write to the same subject.
  static Connection refusingTheFirstChangeBesideAnother(Connection real) {
    AtomicBoolean refused = new AtomicBoolean();
    return wrap(
        real,
        question ->
            question.changesAJob() && refused.compareAndSet(false, true)
                ? CompletableFuture.completedFuture(refused(10164))
                : question.askOn(real));
  }

  private static Message refused() {
    return refused(NatsErrors.WRONG_LAST_SEQUENCE);
  }

  private static Message refused(int code) {
    return answer(
        "{\"error\":{\"code\":400,\"err_code\":%d,\"description\":\"wrong last sequence\"}}"
            .formatted(code));
  }

  /// Acknowledges a record of a job before it is sent; sends it with the next request.
  static Connection answeringBeforeStoring(Connection real, long lastSequence) {
    AtomicLong sequence = new AtomicLong(lastSequence);
    List<Question> late = new ArrayList<>();
    return wrap(
        real,
        question -> {
          synchronized (late) {
            late.forEach(one -> one.askOn(real).join());
            late.clear();
            if (!question.subject().startsWith(JOBS)) {
              return question.askOn(real);
            }
            late.add(question);
            return CompletableFuture.completedFuture(acknowledged(sequence.incrementAndGet()));
          }
        });
  }

  /// Returns revisions of job records that are lower by one than in the feed, as replicas of a
  /// stream may after a crash.
  static Connection numberingLowerThanTheFeed(Connection real) {
    return wrap(
        real,
        question -> {
          boolean writes = question.subject().startsWith(JOBS);
          boolean reads = question.subject().endsWith(".GET.KV_wb_jobs");
          Question asked = writes ? question.expectingOneMore() : question;
          return writes || reads
              ? asked.askOn(real).thenApply(FaultyConnection::numberedLower)
              : asked.askOn(real);
        });
  }

  private static Message numberedLower(Message answer) {
    String text = new String(answer.getData(), StandardCharsets.UTF_8);
    String lower =
        Pattern.compile("\"seq\": *(\\d+)")
            .matcher(text)
            .replaceAll(found -> "\"seq\":" + (Long.parseLong(found.group(1)) - 1));
    return NatsMessage.builder()
        .subject(answer.getSubject())
        .data(lower.getBytes(StandardCharsets.UTF_8))
        .build();
  }

  private static Message acknowledged(long sequence) {
    return answer("{\"stream\":\"KV_wb_jobs\",\"seq\":" + sequence + "}");
  }

  private static Message answer(String json) {
    return NatsMessage.builder()
        .subject("answer")
        .data(json.getBytes(StandardCharsets.UTF_8))
        .build();
  }

  private static Connection wrap(Connection real, Asking asking) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              if (method.getName().equals("requestWithTimeout") && arguments.length == 4) {
                return asking.ask(
                    new Question(
                        (String) arguments[0],
                        (Headers) arguments[1],
                        arguments[2],
                        (Duration) arguments[3]));
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
