package dev.waybill.documents.index;

import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.parse.FileType;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/// A chunk as a document of Lucene.
final class ChunkFields {

  /// The text, analyzed as English.
  static final String ENGLISH = "english";

  /// The text in any language.
  static final String WORDS = "words";

  /// The name of the document and the headings, analyzed as English.
  static final String TITLE = "title";

  private static final String KEY = "key";
  private static final String TENANT = "tenant";
  private static final String SESSION = "session";
  private static final String DOCUMENT = "document";
  private static final String NAME = "name";
  private static final String TYPE = "type";
  private static final String CREATED = "created";
  private static final String MODEL = "model";
  private static final String NUMBER = "number";
  private static final String TEXT = "text";
  private static final String PAGE = "page";
  private static final String HEADING = "heading";
  private static final String TOKENS = "tokens";

  private ChunkFields() {}

  /// Finds the chunks of a document.
  static Term key(String tenant, String document) {
    return new Term(KEY, tenant + '\0' + document);
  }

  /// Each model has a field of its own, since the vectors of a field have one dimension.
  static String vector(EmbeddingModel model) {
    return "vector:" + id(model);
  }

  private static String id(EmbeddingModel model) {
    return model.name() + ':' + model.dimension();
  }

  static Document write(IndexedDocument document, EmbeddingModel model, EmbeddedChunk embedded) {
    Document fields = new Document();
    fields.add(new StringField(KEY, key(document.tenant(), document.id()).text(), Store.NO));
    fields.add(new StringField(MODEL, id(model), Store.NO));
    fields.add(
        new KnnFloatVectorField(
            vector(model), embedded.vector().values(), VectorSimilarityFunction.DOT_PRODUCT));
    write(fields, document);
    write(fields, document.name(), embedded.chunk());
    return fields;
  }

  private static void write(Document fields, IndexedDocument document) {
    long created = document.createdAt().toEpochMilli();
    fields.add(new StringField(TENANT, document.tenant(), Store.YES));
    fields.add(new StringField(SESSION, document.session(), Store.YES));
    fields.add(new StringField(DOCUMENT, document.id(), Store.YES));
    fields.add(new StoredField(NAME, document.name()));
    fields.add(new StringField(TYPE, document.type().name(), Store.YES));
    fields.add(new LongPoint(CREATED, created));
    fields.add(new StoredField(CREATED, created));
  }

  private static void write(Document fields, String name, Chunk chunk) {
    fields.add(new TextField(ENGLISH, chunk.text(), Store.NO));
    fields.add(new TextField(WORDS, chunk.text(), Store.NO));
    fields.add(new TextField(TITLE, ChunkWords.ofName(name), Store.NO));
    chunk.headings().forEach(heading -> fields.add(new TextField(TITLE, heading, Store.NO)));
    fields.add(new StoredField(NUMBER, chunk.number()));
    fields.add(new StoredField(TEXT, chunk.text()));
    fields.add(new StoredField(PAGE, chunk.page()));
    chunk.headings().forEach(heading -> fields.add(new StoredField(HEADING, heading)));
    fields.add(new StoredField(TOKENS, chunk.tokens()));
  }

  static ChunkHit read(Document fields, double score, ChunkWords.Highlighter highlighter) {
    IndexedDocument document =
        new IndexedDocument(
            fields.get(TENANT),
            fields.get(SESSION),
            fields.get(DOCUMENT),
            fields.get(NAME),
            FileType.valueOf(fields.get(TYPE)),
            Instant.ofEpochMilli(fields.getField(CREATED).numericValue().longValue()));
    Chunk chunk =
        new Chunk(
            number(fields, NUMBER),
            fields.get(TEXT),
            number(fields, PAGE),
            Arrays.asList(fields.getValues(HEADING)),
            number(fields, TOKENS));
    return new ChunkHit(document, chunk, score, highlighter.ranges(chunk.text()));
  }

  private static int number(Document fields, String name) {
    return fields.getField(name).numericValue().intValue();
  }

  static Query filter(String tenant, EmbeddingModel model, ChunkFilter filter) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    all.add(new TermQuery(new Term(TENANT, tenant)), Occur.FILTER);
    all.add(new TermQuery(new Term(MODEL, id(model))), Occur.FILTER);
    oneOf(all, SESSION, filter.sessions());
    oneOf(all, DOCUMENT, filter.documents());
    oneOf(all, TYPE, filter.types().stream().map(FileType::name).toList());
    if (filter.createdFrom() != null || filter.createdTo() != null) {
      all.add(created(filter), Occur.FILTER);
    }
    return all.build();
  }

  private static void oneOf(BooleanQuery.Builder all, String field, Collection<String> values) {
    if (!values.isEmpty()) {
      List<BytesRef> terms = values.stream().map(BytesRef::new).toList();
      all.add(new TermInSetQuery(field, terms), Occur.FILTER);
    }
  }

  private static Query created(ChunkFilter filter) {
    long from = filter.createdFrom() == null ? Long.MIN_VALUE : filter.createdFrom().toEpochMilli();
    long to = filter.createdTo() == null ? Long.MAX_VALUE : filter.createdTo().toEpochMilli() - 1;
    return LongPoint.newRangeQuery(CREATED, from, to);
  }
}
