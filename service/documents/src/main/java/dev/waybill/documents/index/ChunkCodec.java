package dev.waybill.documents.index;

import java.io.IOException;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/// Lucene's own format, with vectors of up to 4,096 dimensions instead of 1,024.
final class ChunkCodec extends Lucene104Codec {

  private static final KnnVectorsFormat VECTORS = new LargeVectors(new Lucene99HnswVectorsFormat());

  @Override
  public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
    return VECTORS;
  }

  /// Has the name of Lucene's format, which reads the files.
  private static final class LargeVectors extends KnnVectorsFormat {

    private final KnnVectorsFormat format;

    LargeVectors(KnnVectorsFormat format) {
      super(format.getName());
      this.format = format;
    }

    @Override
    public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
      return format.fieldsWriter(state);
    }

    @Override
    public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
      return format.fieldsReader(state);
    }

    @Override
    public int getMaxDimensions(String field) {
      return 4_096;
    }
  }
}
