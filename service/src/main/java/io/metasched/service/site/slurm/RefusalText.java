package io.metasched.service.site.slurm;

import io.metasched.service.site.slurm.SlurmRefusal.Reason;
import java.util.List;
import java.util.Locale;

/**
 * Error messages by which Slurm refuses a command. Any other message is treated as a failure,
 * because such a message does not guarantee that nothing has changed.
 */
final class RefusalText {
  /** Part of a message, in lower case, with its reason; the first match wins. */
  private record Phrase(String part, Reason reason) {}

  private static final List<Phrase> PHRASES =
      List.of(
          new Phrase("reservation overlaps", Reason.OVERLAPS),
          new Phrase("requested nodes are busy", Reason.NODES_BUSY),
          new Phrase("duplicate reservation name", Reason.NAME_TAKEN),
          new Phrase("reservation is in use", Reason.IN_USE),
          new Phrase("requested reservation is invalid", Reason.UNKNOWN_NAME),
          new Phrase("invalid job id", Reason.UNKNOWN_NAME),
          new Phrase("invalid node name", Reason.UNKNOWN_NODE),
          new Phrase("access denied", Reason.NOT_PERMITTED),
          new Phrase("access/permission denied", Reason.NOT_PERMITTED),
          new Phrase("invalid user id", Reason.NOT_PERMITTED),
          new Phrase("only permitted by root", Reason.NOT_PERMITTED),
          new Phrase("invalid time specified", Reason.INVALID),
          new Phrase("reservation already started", Reason.INVALID),
          new Phrase("invalid --uid", Reason.INVALID),
          new Phrase("invalid --gid", Reason.INVALID),
          new Phrase("time limit is invalid", Reason.INVALID),
          new Phrase("invalid account", Reason.INVALID),
          new Phrase("invalid user", Reason.INVALID),
          new Phrase("invalid partition", Reason.INVALID),
          new Phrase("node configuration is not available", Reason.INVALID),
          new Phrase("memory specification can not be satisfied", Reason.INVALID),
          new Phrase("job is not running", Reason.INVALID),
          new Phrase("job violates accounting", Reason.INVALID),
          new Phrase("accounting storage is disabled", Reason.NO_ACCOUNTING));

  private RefusalText() {}

  /**
   * Returns the exception for a program that ended with an error.
   *
   * @param error standard error of the program
   */
  static SlurmException of(String program, int status, String error) {
    var text = error.toLowerCase(Locale.ROOT);
    var lines = error.lines().filter(line -> line.contains("rror")).toList(); // error lines only
    var shown =
        "%s: %s"
            .formatted(program, ShownText.of(lines.isEmpty() ? error : String.join(" ", lines)));
    for (var phrase : PHRASES) {
      if (text.contains(phrase.part)) {
        return new SlurmRefusal(phrase.reason, shown);
      }
    }
    return new SlurmFailure("%s (exit %d)".formatted(shown, status));
  }
}
