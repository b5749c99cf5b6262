package dev.waybill.backend.embedded;

import dev.waybill.backend.embedded.history.Archive;
import dev.waybill.backend.embedded.live.DirectCommand;
import dev.waybill.backend.embedded.live.LiveJob.RequestKey;
import dev.waybill.backend.embedded.live.Machine;
import dev.waybill.backend.embedded.live.Weights;
import dev.waybill.backend.embedded.live.Writer;
import dev.waybill.bytes.Chunks;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Appends new jobs. Request IDs are first looked up in the history, on the caller's thread. The
/// machine then decides, and requires another look-up if the first one is outdated.
final class JobAppending {

  private final Writer writer;
  private final Archive archive;

  JobAppending(Writer writer, Archive archive) {
    this.writer = writer;
    this.archive = archive;
  }

  List<Appended> append(List<Draft> drafts) {
    List<Appended> answers = new ArrayList<>(drafts.size());
    for (List<Draft> chunk : Chunks.of(drafts, Weights::draft, writer.commandBytes())) {
      answers.addAll(appendSome(chunk));
    }
    return answers;
  }

  private List<Appended> appendSome(List<Draft> drafts) {
    List<RequestKey> keys = new ArrayList<>();
    int weight = 0;
    for (Draft draft : drafts) {
      weight += Weights.draft(draft);
      String requestId = draft.job().requestId();
      if (requestId != null) {
        keys.add(new RequestKey(draft.key().tenant(), requestId));
      }
    }
    Archive.Requests archived =
        keys.isEmpty() ? Archive.Requests.NOT_NEEDED : archive.requests(keys);
    List<@Nullable Appended> answers =
        writer.call(new DirectCommand<>(weight, machine -> append(machine, drafts, archived)));
    return lookedAgain(drafts, answers);
  }

  private static List<@Nullable Appended> append(
      Machine machine, List<Draft> drafts, Archive.Requests archived) {
    List<@Nullable Appended> answers = new ArrayList<>(drafts.size());
    for (Draft draft : drafts) {
      answers.add(machine.append(draft, archived));
    }
    return answers;
  }

  private List<Appended> lookedAgain(List<Draft> drafts, List<@Nullable Appended> answers) {
    List<Appended> all = new ArrayList<>(drafts.size());
    for (int i = 0; i < drafts.size(); i++) {
      Appended answer = answers.get(i);
      all.add(answer == null ? appendSome(List.of(drafts.get(i))).getFirst() : answer);
    }
    return all;
  }
}
