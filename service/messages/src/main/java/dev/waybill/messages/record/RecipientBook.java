package dev.waybill.messages.record;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.message.Erasure;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TopicMessage;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which messages each recipient of a tenant has, so that all of them can be erased, whatever the
/// state of the search index. A recipient is a subject of the ledger with one fact per message. Its
/// name is a hash with the key of the tenant.
public final class RecipientBook {

  private static final String EMAIL = "email";
  private static final Pattern CURSOR = Pattern.compile("([01]):([0-9]{1,18})");

  private final Ledger ledger;
  private final ContentKeys keys;
  private final String tenant;

  /// Some messages of a recipient.
  ///
  /// @param next where to continue; null if these are the last ones
  public record Found(List<String> messageIds, @Nullable String next) {}

  /// A subject, and the channel of the messages to take from it; null for all.
  private record Subject(LedgerKey key, @Nullable String channel) {

    boolean has(Fact fact) {
      return channel == null || channel.equals(fact.data().text());
    }
  }

  private record Start(int subject, long after) {}

  RecipientBook(Ledger ledger, ContentKeys keys, String tenant) {
    this.ledger = ledger;
    this.keys = keys;
    this.tenant = tenant;
  }

  /// Mail servers do not tell upper from lower case.
  static String address(String channel, String recipient) {
    return channel.equals(EMAIL) ? lower(recipient) : recipient;
  }

  /// The fact that a recipient has a message; empty for a message on a topic, which goes to nobody.
  Optional<Fact> fact(String messageId, NewMessage message, Instant at) {
    if (message.channel().equals(TopicMessage.CHANNEL)) {
      return Optional.empty();
    }
    LedgerKey key = key(address(message.channel(), message.recipient()));
    return Optional.of(Fact.of(key, 1, messageId, at, Payload.of(message.channel())));
  }

  /// Deletes the fact of a message that has expired, if it is the oldest: the ledger deletes older
  /// ones with it, and these messages may still exist. What is left expires with the store's facts.
  void delete(String messageId, NewMessage message) {
    LedgerKey key = key(address(message.channel(), message.recipient()));
    ledger.history(key, 0, 1).stream()
        .filter(recorded -> recorded.fact().type().equals(messageId))
        .forEach(recorded -> ledger.delete(key, recorded.position()));
  }

  /// The messages of a recipient in the order in which they were sent.
  public Found find(Erasure.OfRecipient asked, int most) {
    List<Subject> subjects = subjects(asked.channel(), asked.recipient());
    Start start = start(asked.cursor(), subjects.size());
    List<Fact> own = new ArrayList<>();
    long after = start.after();
    int looked = 0;
    for (int i = start.subject(); i < subjects.size(); i++) {
      Subject subject = subjects.get(i);
      List<Fact.Recorded> read = ledger.history(subject.key(), after, most - looked);
      read.stream().map(Fact.Recorded::fact).filter(subject::has).forEach(own::add);
      looked += read.size();
      if (looked == most) {
        return found(own, i + ":" + (read.isEmpty() ? after : read.getLast().position()));
      }
      after = 0;
    }
    return found(own, null);
  }

  private static Found found(List<Fact> own, @Nullable String next) {
    return new Found(own.stream().map(Fact::type).toList(), next);
  }

  /// E-mail addresses are known in lower case, others as they are.
  private List<Subject> subjects(@Nullable String channel, String recipient) {
    if (channel != null) {
      return List.of(new Subject(key(address(channel, recipient)), channel));
    }
    Subject exact = new Subject(key(recipient), null);
    return recipient.equals(lower(recipient))
        ? List.of(exact)
        : List.of(exact, new Subject(key(lower(recipient)), EMAIL));
  }

  private static Start start(@Nullable String cursor, int subjects) {
    if (cursor == null) {
      return new Start(0, 0);
    }
    Matcher parts = CURSOR.matcher(cursor);
    if (!parts.matches() || Integer.parseInt(parts.group(1)) >= subjects) {
      throw new WaybillException(Code.INVALID_CURSOR, "not a cursor of this recipient");
    }
    return new Start(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2)));
  }

  private LedgerKey key(String address) {
    return new LedgerKey(tenant, Retention.RECIPIENTS, keys.nameOf(tenant, "", address));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
