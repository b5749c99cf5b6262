package dev.waybill.documents.embed;

import dev.waybill.Code;
import dev.waybill.WaybillException;

/// An embedding model. Vectors of different models cannot be compared.
///
/// @param name such as `all-MiniLM-L6-v2`; stored with each vector, as is the dimension
/// @param maxTokens of one text; longer texts are refused or cut by the model
public record EmbeddingModel(String name, int dimension, int maxTokens) {

  /// Whether vectors with this name and dimension are of this model. A document with others must
  /// be embedded again.
  public boolean made(String vectorsOf, int ofDimension) {
    return name.equals(vectorsOf) && dimension == ofDimension;
  }

  /// Refuses a vector of another dimension.
  public void checkDimension(Vector vector) {
    if (vector.dimension() != dimension) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "a vector has %d values, the model %s has %d"
              .formatted(vector.dimension(), name, dimension));
    }
  }
}
