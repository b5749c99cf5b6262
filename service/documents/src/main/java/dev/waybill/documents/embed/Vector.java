package dev.waybill.documents.embed;

import java.util.Arrays;

/// An embedding of a text, of length 1.
public final class Vector {

  private final float[] values;

  private Vector(float[] values) {
    this.values = values;
  }

  /// Scales values to length 1; a vector of zeros stays as it is.
  public static Vector of(float[] values) {
    double square = 0;
    for (float value : values) {
      square += (double) value * value;
    }
    float factor = square == 0 ? 1 : (float) (1 / Math.sqrt(square));
    float[] scaled = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      scaled[i] = values[i] * factor;
    }
    return new Vector(scaled);
  }

  public int dimension() {
    return values.length;
  }

  public float[] values() {
    return values.clone();
  }

  /// The cosine of the angle between the two.
  public float similarity(Vector other) {
    float sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i] * other.values[i];
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Vector vector && Arrays.equals(values, vector.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }
}
