package dev.waybill.messages.provider.sandbox;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Durations;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.sandbox.Plan.Result;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Tells the sandbox what to do with a message: by its recipient, such as
/// `bounce.duplicate+2s@example.org`, and otherwise by the options of the provider, which are a
/// delay and shares of all messages in percent.
///
/// @param shares how many of 100 messages have a result other than delivery
record Instructions(Duration delay, Map<Result, Integer> shares, int duplicates, int disorders) {

  private static final String DELAY = "delay";
  private static final String DUPLICATE = "duplicate";
  private static final String DISORDER = "disorder";
  private static final Duration USUAL_DELAY = Duration.ofSeconds(10);

  private static final Set<String> RESULTS =
      Stream.of(Result.values()).map(Instructions::word).collect(Collectors.toSet());

  static Instructions of(ProviderAddress address) {
    address.allow(
        Stream.concat(RESULTS.stream(), Stream.of(DELAY, DUPLICATE, DISORDER))
            .filter(name -> !name.equals(word(Result.DELIVER)))
            .toArray(String[]::new));
    Map<Result, Integer> shares = new EnumMap<>(Result.class);
    for (Result result : Result.values()) {
      shares.put(result, percent(address, word(result)));
    }
    if (shares.values().stream().mapToInt(Integer::intValue).sum() > 100) {
      throw wrong("the options of a sandbox choose among at most 100 percent of the messages");
    }
    return new Instructions(
        address.duration(DELAY, Duration.ZERO),
        shares,
        percent(address, DUPLICATE),
        percent(address, DISORDER));
  }

  private static int percent(ProviderAddress address, String name) {
    int percent = address.option(name).isEmpty() ? 0 : address.number(name, 0);
    if (percent > 100) {
      throw wrong("the option " + name + " must be a number of percent, 1 to 100");
    }
    return percent;
  }

  private static WaybillException wrong(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "messages.providers: " + why);
  }

  Plan planFor(OutgoingMessage message) {
    String name = message.recipient().split("@", 2)[0];
    String[] parts = name.split("\\+", 2);
    Set<String> words = Set.copyOf(List.of(parts[0].split("\\.", -1)));
    Plan told = told(words, parts.length > 1 ? parts[1] : null);
    return told == null ? byShare(message.ids().attemptId()) : told;
  }

  /// Null if the recipient is no instruction, but a name like any other.
  private @Nullable Plan told(Set<String> words, @Nullable String delayText) {
    boolean known =
        words.stream()
            .allMatch(
                word ->
                    RESULTS.contains(word)
                        || word.equals(DELAY)
                        || word.equals(DUPLICATE)
                        || word.equals(DISORDER));
    if (!known) {
      return null;
    }
    Duration usual = words.contains(DELAY) ? USUAL_DELAY : delay;
    return new Plan(
        Stream.of(Result.values())
            .filter(result -> words.contains(word(result)))
            .findFirst()
            .orElse(Result.DELIVER),
        delayText == null ? usual : Durations.parse(delayText).orElse(usual),
        words.contains(DUPLICATE),
        words.contains(DISORDER));
  }

  /// The same for each try of an attempt.
  private Plan byShare(String attemptId) {
    int number = number(attemptId, "");
    Result chosen = Result.DELIVER;
    for (Map.Entry<Result, Integer> share : shares.entrySet()) {
      if (number >= 0 && number < share.getValue()) {
        chosen = share.getKey();
      }
      number -= share.getValue();
    }
    return new Plan(
        chosen,
        delay,
        number(attemptId, DUPLICATE) < duplicates,
        number(attemptId, DISORDER) < disorders);
  }

  /// A number below 100.
  private static int number(String attemptId, String option) {
    return Math.floorMod((attemptId + option).hashCode(), 100);
  }

  private static String word(Result result) {
    return result.name().toLowerCase(Locale.ROOT);
  }
}
