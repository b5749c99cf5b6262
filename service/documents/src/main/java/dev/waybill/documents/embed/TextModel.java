package dev.waybill.documents.embed;

import ai.onnxruntime.OrtException;
import java.io.IOException;

/// A model in this process. Several threads may embed texts at the same time.
interface TextModel extends AutoCloseable {

  Result embed(String text) throws OrtException;

  @Override
  void close() throws OrtException;

  /// @param tokens how many tokens of the text were read
  record Result(Vector vector, int tokens) {}

  /// Loads a model.
  interface Loading {
    TextModel load(WordPieces pieces) throws IOException, OrtException;
  }
}
