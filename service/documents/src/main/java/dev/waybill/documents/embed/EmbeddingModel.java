package dev.waybill.documents.embed;

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
}
