package dev.waybill.documents.embed;

import dev.waybill.wire.json.Json;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// Turns texts into the token IDs of BERT's uncased models: each word is cut into the longest
/// pieces of the vocabulary. A word that cannot be cut is one unknown token.
///
/// The names of special tokens have no meaning in a text: `[SEP]` is three words.
final class WordPieces {

  private static final String CONTINUED = "##";
  private static final int LONGEST_WORD = 100;
  private static final int DEPTH = 16;
  private static final int DIGITS = 20;

  private final Map<String, Integer> vocabulary;
  private final int longestPiece;
  private final int unknown;
  private final int first;
  private final int last;

  WordPieces(Map<String, Integer> vocabulary) {
    this.vocabulary = Map.copyOf(vocabulary);
    this.longestPiece = vocabulary.keySet().stream().mapToInt(String::length).max().orElse(0);
    this.unknown = special("[UNK]");
    this.first = special("[CLS]");
    this.last = special("[SEP]");
  }

  /// Reads the vocabulary of a `tokenizer.json`.
  static WordPieces read(InputStream json) {
    try (JsonParser parser =
        Json.factory(DEPTH, DIGITS).createParser(ObjectReadContext.empty(), json)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.START_OBJECT
            && "vocab".equals(parser.currentName())) {
          return new WordPieces(entries(parser));
        }
      }
    }
    throw new IllegalStateException("the tokenizer has no vocabulary");
  }

  private static Map<String, Integer> entries(JsonParser parser) {
    Map<String, Integer> entries = new HashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String piece = parser.currentName();
      entries.put(piece, parser.nextIntValue(-1));
    }
    return entries;
  }

  private int special(String name) {
    Integer id = vocabulary.get(name);
    if (id == null) {
      throw new IllegalStateException("the vocabulary has no " + name);
    }
    return id;
  }

  /// The number of tokens, with those that mark the beginning and the end.
  int count(String text) {
    return Math.toIntExact(pieces(text).count()) + 2;
  }

  /// The IDs of at most this many tokens. A longer text is cut.
  long[] ids(String text, int most) {
    IntStream pieces = pieces(text).limit(most - 2L);
    return IntStream.concat(IntStream.concat(IntStream.of(first), pieces), IntStream.of(last))
        .asLongStream()
        .toArray();
  }

  private IntStream pieces(String text) {
    IntStream.Builder ids = IntStream.builder();
    BertWords.split(text, word -> cut(word).forEach(ids));
    return ids.build();
  }

  private IntStream cut(String word) {
    IntStream.Builder ids = IntStream.builder();
    int start = 0;
    while (start < word.length()) {
      int end = pieceEnd(word, start);
      if (end == start || word.codePointCount(0, word.length()) > LONGEST_WORD) {
        return IntStream.of(unknown);
      }
      ids.add(id(word, start, end));
      start = end;
    }
    return ids.build();
  }

  /// The end of the longest piece that begins here; the beginning if there is none.
  private int pieceEnd(String word, int start) {
    int end = Math.min(word.length(), start + longestPiece);
    while (end > start && !vocabulary.containsKey(piece(word, start, end))) {
      end--;
    }
    return end;
  }

  private int id(String word, int start, int end) {
    return vocabulary.getOrDefault(piece(word, start, end), unknown);
  }

  private static String piece(String word, int start, int end) {
    String part = word.substring(start, end);
    return start == 0 ? part : CONTINUED + part;
  }
}
