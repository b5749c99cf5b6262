package dev.waybill.documents.embed;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Map;

/// The model all-MiniLM-L6-v2, with weights of 8 bits, in memory. Safe for several threads.
///
/// It embeds one text at a time on one thread. Several texts in one run take as much processor time
/// each, and more memory, and their vectors would depend on each other: the model scales numbers by
/// the largest one of a run.
final class MiniLm implements TextModel {

  static final EmbeddingModel MODEL = new EmbeddingModel("all-MiniLM-L6-v2", 384, 256);

  private static final String WEIGHTS = "/all-minilm-l6-v2-q.onnx";
  private static final String TOKENIZER = "/all-minilm-l6-v2-q-tokenizer.json";

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final WordPieces pieces;

  private MiniLm(OrtEnvironment environment, OrtSession session, WordPieces pieces) {
    this.environment = environment;
    this.session = session;
    this.pieces = pieces;
  }

  static MiniLm load(WordPieces pieces) throws IOException, OrtException {
    OrtEnvironment environment = NativeLibraries.load();
    try (InputStream weights = resource(WEIGHTS);
        OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      return new MiniLm(
          environment, environment.createSession(weights.readAllBytes(), options), pieces);
    }
  }

  static WordPieces tokenizer() throws IOException {
    try (InputStream tokenizer = resource(TOKENIZER)) {
      return WordPieces.read(tokenizer);
    }
  }

  private static InputStream resource(String name) throws IOException {
    InputStream resource = MiniLm.class.getResourceAsStream(name);
    if (resource == null) {
      throw new FileNotFoundException("the class path has no " + name);
    }
    return resource;
  }

  @Override
  public Result embed(String text) throws OrtException {
    long[] ids = pieces.ids(text, MODEL.maxTokens());
    long[] ones = new long[ids.length];
    Arrays.fill(ones, 1);
    try (OnnxTensor tokens = tensor(ids);
        OnnxTensor mask = tensor(ones);
        OnnxTensor types = tensor(new long[ids.length]);
        OrtSession.Result result =
            session.run(
                Map.of("input_ids", tokens, "attention_mask", mask, "token_type_ids", types))) {
      OnnxTensor states = (OnnxTensor) result.get(0);
      return new Result(Vector.of(sum(states.getFloatBuffer())), ids.length);
    }
  }

  private OnnxTensor tensor(long[] values) throws OrtException {
    return OnnxTensor.createTensor(
        environment, LongBuffer.wrap(values), new long[] {1, values.length});
  }

  /// The sum of the states of all tokens: as a vector of length 1, the same as their mean.
  private static float[] sum(FloatBuffer states) {
    float[] sum = new float[MODEL.dimension()];
    while (states.hasRemaining()) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += states.get();
      }
    }
    return sum;
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
