package io.metasched.simulation.run;

import io.metasched.metascheduler.deployment.TemporaryFolder;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.rule.RuleReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Holds a page against the one that is made anew from the files beside it. */
final class PageCheck {
  /** Names the rule. */
  static final String RULE = "page";

  private PageCheck() {}

  /** Makes a page. */
  @FunctionalInterface
  interface Maker {
    /** Makes it as that file. */
    void make(Path file) throws IOException;
  }

  /**
   * Says why the page of a folder is not looked at, if there is one: another version has made it.
   */
  static Optional<String> note(Path folder, String version) {
    return unchecked(
        folder,
        "made by version %s, so that this one cannot make it anew"
            .formatted(PrintableText.quoted(version)));
  }

  /** Says so of a folder in which the runs do not lie as a simulation lays them. */
  static Optional<String> note(Path folder) {
    return unchecked(folder, "the runs are not in folders of their policies");
  }

  private static Optional<String> unchecked(Path folder, String why) {
    return Files.exists(folder.resolve(PageFile.NAME)) ? Optional.of(why) : Optional.empty();
  }

  /** Reports a page that is another; a folder without a page lacks nothing that others prove. */
  static void check(Path folder, RuleReport report, Maker maker) {
    var page = folder.resolve(PageFile.NAME);
    if (!Files.exists(page)) {
      return;
    }
    try (var temporary = TemporaryFolder.make("metasched-page-")) {
      var anew = temporary.path().resolve(PageFile.NAME);
      maker.make(anew);
      if (Files.mismatch(anew, page) >= 0) {
        report.add(PageFile.NAME, "the page is not the one that follows from the files");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
