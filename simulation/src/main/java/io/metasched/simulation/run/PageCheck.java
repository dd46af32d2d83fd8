package io.metasched.simulation.run;

import io.metasched.metascheduler.deployment.TemporaryFolder;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.rule.ResultRule;
import io.metasched.simulation.rule.RuleReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Check of a page against one generated from the files in its folder. */
final class PageCheck {
  /** Name of the rule. */
  static final String RULE = ResultRule.PAGE.label();

  private PageCheck() {}

  /** Generator of a page. */
  @FunctionalInterface
  interface Maker {
    /** Generates the page into the given file. */
    void make(Path file) throws IOException;
  }

  /**
   * Returns a note if the folder has a page, which is not checked because another version generated
   * it.
   */
  static Optional<String> note(Path folder, String version) {
    return unchecked(
        folder,
        "created by version %s, and this version cannot create the same page"
            .formatted(PrintableText.quoted(version)));
  }

  /**
   * Returns a note if the folder has a page, which is not checked because the runs are not in the
   * layout of a simulation.
   */
  static Optional<String> note(Path folder) {
    return unchecked(folder, "the runs are not in folders named after their policies");
  }

  private static Optional<String> unchecked(Path folder, String why) {
    return Files.exists(folder.resolve(PageFile.NAME)) ? Optional.of(why) : Optional.empty();
  }

  /**
   * Reports a page that differs. A missing page is not a violation, because a page contains nothing
   * that other files do not.
   */
  static void check(Path folder, RuleReport report, Maker maker) {
    var page = folder.resolve(PageFile.NAME);
    if (!Files.exists(page)) {
      return;
    }
    try (var temporary = TemporaryFolder.make("metasched-page-")) {
      var anew = temporary.path().resolve(PageFile.NAME);
      maker.make(anew);
      if (Files.mismatch(anew, page) >= 0) {
        report.add(PageFile.NAME, "the page differs from the page made from the files");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
