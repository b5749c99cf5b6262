package dev.waybill.wire.json;

import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.TaskToken;
import dev.waybill.WaybillException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.SerializedString;

/// The codecs of values in documents.
public final class Codecs {

  public static final Codec<String> TEXT =
      new Simple<>(Shape.Scalar.TEXT, JsonIn::text, JsonOut::text);
  public static final Codec<Instant> TIME =
      new Simple<>(Shape.Scalar.TIME, JsonIn::time, JsonOut::time);
  public static final Codec<Duration> SPAN =
      new Simple<>(Shape.Scalar.SPAN, JsonIn::span, JsonOut::span);
  public static final Codec<Boolean> FLAG =
      new Simple<>(Shape.Scalar.FLAG, JsonIn::flag, JsonOut::flag);
  public static final Codec<Double> DECIMAL =
      new Simple<>(Shape.Scalar.DECIMAL, JsonIn::decimal, JsonOut::decimal);
  public static final Codec<Integer> COUNT =
      new Simple<>(Shape.Scalar.WHOLE, JsonIn::count, JsonOut::number);

  /// A nonnegative whole number.
  public static final Codec<Long> WHOLE =
      new Simple<>(Shape.Scalar.WHOLE, in -> in.whole(0, Long.MAX_VALUE), JsonOut::number);

  public static final Codec<Payload> BASE64 =
      new Simple<>(Shape.Scalar.BASE64, JsonIn::base64, JsonOut::base64);

  /// Any JSON value as text, unchanged. Null is the text `null`.
  public static final Codec<String> JSON =
      new Simple<>(Shape.Scalar.ANY, in -> in.raw().text(), JsonOut::json);

  public static final Codec<JobId> JOB_ID = as(TEXT, JobId::parse, JobId::toString);
  public static final Codec<TaskToken> TOKEN = as(TEXT, TaskToken::new, TaskToken::value);

  private Codecs() {}

  /// The JSON, or null if it is `null`.
  public static @Nullable String unlessNull(@Nullable String json) {
    return json == null || json.equals("null") ? null : json;
  }

  private record Simple<V>(
      Shape.Kind kind, Function<JsonIn, V> reader, BiConsumer<JsonOut, V> writer)
      implements Codec<V> {

    @Override
    public V read(JsonIn in) {
      return reader.apply(in);
    }

    @Override
    public void write(JsonOut out, V value) {
      writer.accept(out, value);
    }
  }

  /// A whole number within a range.
  public static Codec<Integer> count(int least, int most) {
    return new Simple<>(Shape.Scalar.WHOLE, in -> (int) in.whole(least, most), JsonOut::number);
  }

  /// One constant of an enum, in lower case.
  public static <E extends Enum<E>> Codec<E> word(Class<E> type) {
    return new Words<>(type);
  }

  /// A set of constants of an enum, in their order.
  public static <E extends Enum<E>> Codec<Set<E>> words(Class<E> type) {
    return as(
        list(word(type), type.getEnumConstants().length),
        items -> items.isEmpty() ? Set.of() : EnumSet.copyOf(items),
        set -> set.stream().sorted().toList());
  }

  /// A list of at most `most` items.
  public static <V> Codec<List<V>> list(Codec<V> item, int most) {
    return collection(item, most, items -> items);
  }

  /// Values by names that the caller chooses, at most `most`, in their order.
  public static <V> Codec<Map<String, V>> map(Codec<V> value, int most) {
    return new Simple<>(
        new Shape.Entries(value.kind()),
        in -> in.entries(most, () -> value.read(in)),
        (out, entries) -> out.entries(entries, value));
  }

  /// A list that is converted to another collection.
  public static <V, C extends Collection<V>> Codec<C> collection(
      Codec<V> item, int most, Function<List<V>, C> made) {
    return new Simple<>(
        new Shape.Items(item.kind()),
        in -> made.apply(in.list(most, () -> item.read(in))),
        (out, items) -> out.items(items, item));
  }

  /// A codec for values that are converted from and to others. An error of `to` is reported with
  /// its pointer.
  public static <V, W> Codec<W> as(Codec<V> codec, Function<V, W> to, Function<W, V> from) {
    return new Simple<>(
        codec.kind(),
        in -> {
          V value = codec.read(in);
          try {
            return to.apply(value);
          } catch (WaybillException rejected) {
            throw in.rejected(rejected);
          }
        },
        (out, value) -> codec.write(out, from.apply(value)));
  }

  /// Caches the words of an enum, because every job has some.
  private static final class Words<E extends Enum<E>> implements Codec<E> {

    private final E[] constants;
    private final List<String> words;
    private final Map<E, SerializedString> byConstant;

    Words(Class<E> type) {
      this.constants = type.getEnumConstants();
      this.words = EnumWords.of(type);
      this.byConstant = new EnumMap<>(type);
      for (E constant : constants) {
        byConstant.put(constant, new SerializedString(EnumWords.of(constant)));
      }
    }

    @Override
    public Shape.Kind kind() {
      return new Shape.Words(words);
    }

    @Override
    public E read(JsonIn in) {
      return constants[in.word(words)];
    }

    @Override
    public void write(JsonOut out, E value) {
      out.text(Objects.requireNonNull(byConstant.get(value)));
    }
  }
}
