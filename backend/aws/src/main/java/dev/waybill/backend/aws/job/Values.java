package dev.waybill.backend.aws.job;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Values of attributes.
final class Values {

  private Values() {}

  static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  static AttributeValue number(BigDecimal number) {
    return AttributeValue.fromN(number.toPlainString());
  }

  static AttributeValue bytes(byte[] bytes) {
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
  }

  /// A number with two parts, which sorts by the first and then by the second one.
  static BigDecimal pair(long first, long second) {
    return BigDecimal.valueOf(first).add(BigDecimal.valueOf(second, 19));
  }

  /// Larger than every pair with this first part, and smaller than all with a higher one.
  static BigDecimal lastOf(long first) {
    return pair(first, Long.MAX_VALUE);
  }

  static Map<String, AttributeValue> key(String id) {
    return Map.of(JobPlan.ID, text(id));
  }

  static String textOf(Map<String, AttributeValue> item, String name) {
    return required(item, name).s();
  }

  static long longOf(Map<String, AttributeValue> item, String name) {
    return new BigDecimal(required(item, name).n()).longValue();
  }

  static BigDecimal decimalOf(Map<String, AttributeValue> item, String name) {
    return new BigDecimal(required(item, name).n());
  }

  static byte[] bytesOf(Map<String, AttributeValue> item, String name) {
    return required(item, name).b().asByteArrayUnsafe();
  }

  private static AttributeValue required(Map<String, AttributeValue> item, String name) {
    @Nullable AttributeValue value = item.get(name);
    if (value == null) {
      throw new WaybillException(
          Code.CORRUPT, "the item " + item.get(JobPlan.ID) + " has no attribute " + name);
    }
    return value;
  }
}
