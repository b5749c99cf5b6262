package dev.waybill.checks.violations;

import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/// Configures Jackson outside of the allowed classes.
final class ParserWithItsOwnLimits {

  private ParserWithItsOwnLimits() {}

  static JsonFactory factory() {
    return new JsonFactory();
  }

  static JsonMapper shared() {
    return JsonMapper.shared();
  }

  static JsonMapper built() {
    return JsonMapper.builder().build();
  }
}
