package dev.waybill.server.config;

import java.util.List;

/// The configuration is wrong in one or more places. Each problem says where and what to do.
public final class ConfigException extends RuntimeException {

  private final List<String> problems;

  public ConfigException(String problem) {
    this(List.of(problem));
  }

  ConfigException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  public List<String> problems() {
    return problems;
  }
}
