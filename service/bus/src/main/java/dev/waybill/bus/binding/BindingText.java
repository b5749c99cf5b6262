package dev.waybill.bus.binding;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.util.ArrayList;
import java.util.List;

/// One entry of the setting `topics.bindings`: `TOPIC=ADDRESS?OPTIONS`.
///
/// @param address without the options
/// @param query the options, or an empty text
public record BindingText(String topic, String address, String query) {

  /// Reads entries that are separated by blanks.
  public static List<BindingText> parseAll(String setting) {
    List<BindingText> all = new ArrayList<>();
    for (String entry : setting.isBlank() ? new String[0] : setting.strip().split("\\s+", -1)) {
      all.add(parse(entry));
    }
    return all;
  }

  private static BindingText parse(String entry) {
    int equals = entry.indexOf('=');
    if (equals < 1 || !Text.isName(entry.substring(0, equals))) {
      throw invalid(
          "write TOPIC=redis://HOST:PORT/STREAM or TOPIC=arn:aws:sns:REGION:ACCOUNT:NAME, not "
              + withoutLogin(entry));
    }
    String rest = entry.substring(equals + 1);
    int options = rest.indexOf('?');
    return new BindingText(
        entry.substring(0, equals),
        options < 0 ? rest : rest.substring(0, options),
        options < 0 ? "" : rest.substring(options + 1));
  }

  /// The entry for error messages, without a login.
  public String shown() {
    return withoutLogin(topic + "=" + address);
  }

  private static String withoutLogin(String text) {
    return text.replaceAll("//[^/@]*@", "//");
  }

  public static WaybillException invalid(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "topics.bindings: " + why);
  }
}
