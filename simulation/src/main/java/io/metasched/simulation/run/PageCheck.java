package io.metasched.simulation.run;

import io.metasched.metascheduler.deployment.TemporaryFolder;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.rule.RuleReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Holds a page against the one that is made anew from the files beside it. */
final class PageCheck {
  private PageCheck() {}

  /** Makes a page. */
  @FunctionalInterface
  interface Maker {
    /** Makes it as that file. */
    void make(Path file) throws IOException;
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
