package dev.waybill.documents.upload;

import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.NewUpload;
import java.util.List;

/// Takes uploads while they arrive.
public interface DocumentIntake {

  /// As [dev.waybill.document.Documents#upload], with files that are read once.
  AcceptedUpload upload(NewUpload upload, FileSource files);

  /// As [dev.waybill.document.Documents#uploadFrom].
  AcceptedUpload uploadFrom(NewUpload upload, List<String> urls);
}
