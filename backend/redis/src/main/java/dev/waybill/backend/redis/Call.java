package dev.waybill.backend.redis;

import io.lettuce.core.ScriptOutputType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A call of a function on the server.
///
/// @param prefix the keys that it uses
/// @param again the arguments if the answer to the first try was lost
record Call(
    String function,
    Prefix prefix,
    ScriptOutputType output,
    List<byte[]> arguments,
    List<byte[]> again) {

  /// Between the parts of a name; no part contains it.
  static final String SEPARATOR = "\0";

  /// What the names of keys start with. Its hash tag decides about their slot.
  record Prefix(String text) {

    byte[] bytes() {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    byte[] key(String name) {
      return (text + name).getBytes(StandardCharsets.UTF_8);
    }
  }

  Call afterLostAnswer() {
    return new Call(function, prefix, output, again, again);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// A function whose answer is one text.
  static Builder text(String function, Prefix prefix) {
    return new Builder(function, prefix, ScriptOutputType.VALUE);
  }

  static Builder number(String function, Prefix prefix) {
    return new Builder(function, prefix, ScriptOutputType.INTEGER);
  }

  static Builder list(String function, Prefix prefix) {
    return new Builder(function, prefix, ScriptOutputType.MULTI);
  }

  static final class Builder {
    private final String function;
    private final Prefix prefix;
    private final ScriptOutputType output;
    private final List<byte[]> arguments = new ArrayList<>();

    private Builder(String function, Prefix prefix, ScriptOutputType output) {
      this.function = function;
      this.prefix = prefix;
      this.output = output;
    }

    Builder with(byte[] argument) {
      arguments.add(argument);
      return this;
    }

    Builder with(String argument) {
      return with(bytes(argument));
    }

    Builder with(long argument) {
      return with(Long.toString(argument));
    }

    Call build() {
      return new Call(function, prefix, output, arguments, arguments);
    }

    /// A call with one more argument: 0 in the first try, 1 in further ones.
    Call buildWithTry() {
      List<byte[]> first = new ArrayList<>(arguments);
      List<byte[]> again = new ArrayList<>(arguments);
      first.add(bytes("0"));
      again.add(bytes("1"));
      return new Call(function, prefix, output, first, again);
    }
  }
}
