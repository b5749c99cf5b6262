package dev.waybill.documents.remote;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.Key;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Map;

/// The values of some settings. Each problem is refused with `INVALID_ARGUMENT`.
public final class KeyValues {

  private final Map<String, String> values;

  /// @param values by name
  /// @param keys the settings, whose values are all checked
  public KeyValues(Map<String, String> values, List<Key<?>> keys) {
    this.values = Map.copyOf(values);
    for (Key<?> key : keys) {
      String text = text(key);
      if (!text.isEmpty()) {
        var _ = parsed(key, text);
      }
    }
  }

  /// The value as it is set; empty if it is not.
  public String text(Key<?> key) {
    return values.getOrDefault(key.name(), "").strip();
  }

  /// The value, or the default.
  public <T> T get(Key<T> key) {
    String text = text(key);
    return parsed(key, text.isEmpty() && key.standard() != null ? key.standard() : text);
  }

  /// The value of a setting that other settings need.
  ///
  /// @param when what it is required for
  public String require(Key<String> key, String when) {
    check(!text(key).isEmpty(), key, "is required for " + when);
    return text(key);
  }

  /// The budget of a model.
  public DailyBudget.Amount budget(Key<Long> tokens, Key<BigDecimal> cost, Key<BigDecimal> price) {
    DailyBudget.Amount amount = new DailyBudget.Amount(get(tokens), get(cost), get(price));
    boolean priced = amount.cost().signum() == 0 || amount.price().signum() > 0;
    check(priced, cost, "needs " + price.name());
    return amount;
  }

  /// A value that is sent in a header.
  public String secret(Key<String> key) {
    String text = text(key);
    boolean visible = text.chars().allMatch(c -> c > ' ' && c < 127);
    check(visible, key, "must have visible ASCII characters only");
    return text;
  }

  private static <T> T parsed(Key<T> key, String text) {
    try {
      return key.parser().apply(text);
    } catch (IllegalArgumentException wrong) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, key.name() + " must be " + key.kind(), wrong);
    }
  }

  public static void check(boolean holds, Key<?> key, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, key.name() + " " + otherwise);
    }
  }

  /// A setting with an amount of money; 0 by default.
  public static Key<BigDecimal> amount(String name, String summary) {
    return new Key<>(name, "0", "an amount such as 1.50", summary, KeyValues::decimal, false);
  }

  private static BigDecimal decimal(String text) {
    if (!text.matches("[0-9]{1,12}([.][0-9]{1,12})?")) {
      throw new IllegalArgumentException("must be an amount such as 1.50");
    }
    return new BigDecimal(text);
  }

  /// A setting with the base URL of a service.
  public static Key<URI> url(String name, String summary) {
    return new Key<>(name, null, "an http or https address", summary, KeyValues::url, false);
  }

  private static URI url(String text) {
    URI url = URI.create(text.replaceFirst("/+$", ""));
    boolean isWeb = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    if (!isWeb || url.getHost() == null || url.getRawUserInfo() != null || url.getQuery() != null) {
      throw new IllegalArgumentException(
          "must be an http or https address without login and query");
    }
    return url;
  }

  /// Without the values: one of them may be secret.
  @Override
  public String toString() {
    return "KeyValues" + values.keySet();
  }
}
