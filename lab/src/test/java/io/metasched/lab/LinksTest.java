package io.metasched.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of pages to files and headings, and pages that sources name. */
final class LinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> MODULES =
      List.of("resource-actors", "metascheduler", "simulation", "service", "service/client", "lab");
  private static final Pattern FENCED =
      Pattern.compile("^ *```.*?^ *```", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
  private static final Pattern LINKED_TEXT = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern NO_ANCHOR = Pattern.compile("[^\\p{L}\\p{N} _-]");
  private static final Pattern PAGE = Pattern.compile("docs/(?:adr/)?[A-Za-z0-9-]+\\.md");
  private static final Pattern SOURCE =
      Pattern.compile(".*\\.(java|conf|xml|yaml|sh|service)|.*/(metasched|run|kind|words)");

  @Test
  void eachLinkLeadsToAFileAndAHeading() throws IOException {
    var broken = new ArrayList<String>();
    int links = 0;
    for (var page : pages()) {
      var found = LINK.matcher(text(page)).results().map(each -> each.group(1)).toList();
      for (var link : found) {
        if (!ELSEWHERE.matcher(link).matches()) {
          links++;
          if (!isThere(page, link)) {
            broken.add("%s: %s".formatted(ROOT.relativize(page), link));
          }
        }
      }
    }

    assertThat(links).isGreaterThan(200);
    assertThat(broken).isEmpty();
  }

  @Test
  void eachPageThatASourceNamesIsThere() throws IOException {
    var roots = new ArrayList<Path>();
    MODULES.forEach(module -> roots.add(ROOT.resolve(module).resolve("src/main")));
    roots.addAll(List.of(ROOT.resolve("conf"), ROOT.resolve(".ci"), ROOT.resolve("metasched")));
    var named = new TreeSet<String>();
    for (var root : roots) {
      for (var file : files(root)) {
        if (SOURCE.matcher(file.toString()).matches()) {
          PAGE.matcher(Files.readString(file)).results().forEach(each -> named.add(each.group()));
        }
      }
    }

    assertThat(named)
        .hasSizeGreaterThan(5)
        .allSatisfy(page -> assertThat(ROOT.resolve(page)).exists());
  }

  private static List<Path> pages() throws IOException {
    var pages = new ArrayList<Path>();
    try (Stream<Path> own = Files.list(ROOT)) {
      own.forEach(pages::add);
    }
    pages.addAll(files(ROOT.resolve("docs")));
    pages.addAll(files(ROOT.resolve("conf")));
    return pages.stream().filter(each -> each.toString().endsWith(".md")).sorted().toList();
  }

  private static List<Path> files(Path below) throws IOException {
    try (Stream<Path> all = Files.walk(below)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Returns a page without its blocks of code. */
  private static String text(Path page) throws IOException {
    return FENCED.matcher(Files.readString(page)).replaceAll("");
  }

  private static boolean isThere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    var file = hash < 0 ? link : link.substring(0, hash);
    var target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    return Files.exists(target)
        && (hash < 0 || anchors(text(target)).contains(link.substring(hash + 1)));
  }

  /** Returns the anchors of all headings; the anchors of equal headings are numbered. */
  private static Set<String> anchors(String text) {
    var anchors = new TreeSet<String>();
    HEADING
        .matcher(text)
        .results()
        .forEach(
            heading -> {
              var words = LINKED_TEXT.matcher(heading.group(1)).replaceAll("$1");
              var name = NO_ANCHOR.matcher(words.strip().toLowerCase(Locale.ROOT)).replaceAll("");
              var anchor = name.replace(' ', '-');
              for (int i = 1; !anchors.add(anchor); i++) {
                anchor = name.replace(' ', '-') + "-" + i;
              }
            });
    return anchors;
  }
}
