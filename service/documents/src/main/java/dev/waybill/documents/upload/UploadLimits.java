package dev.waybill.documents.upload;

/// What one upload may have.
///
/// @param bytes of all its files together
public record UploadLimits(int files, long fileBytes, long bytes) {

  public static final UploadLimits DEFAULT = new UploadLimits(100, 100L << 20, 1L << 30);

  public UploadLimits withFileBytes(long most) {
    return new UploadLimits(files, most, bytes);
  }
}
