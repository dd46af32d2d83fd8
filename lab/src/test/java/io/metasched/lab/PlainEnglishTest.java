package io.metasched.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rules for comments and user texts in CONTRIBUTING.md that a program can check, applied to all
 * main sources, to pages, and to files that users edit or read.
 */
class PlainEnglishTest {
  private static final List<String> MODULES =
      List.of("resource-actors", "metascheduler", "simulation", "service", "service/client", "lab");
  private static final Pattern COMMENT =
      Pattern.compile(
          "'(?:\\\\.|[^'\\\\\\n])'|\"\"\"(?s:.*?)\"\"\"|\"(?<text>(?:\\\\.|[^\"\\\\\\n])*+)\"|(?<doc>/\\*\\*(?s:.*?)\\*/)|(?<other>/\\*(?s:.*?)\\*/|//[^\\n]*)");
  private static final Pattern FIRST_WORD =
      Pattern.compile("(What|Whatever|Who|Whoever|Where|When|Why|How|So|The same)\\b.*");
  private static final Pattern REPEATS_THE_CODE = Pattern.compile("Copies the \\w+\\.");
  private static final Pattern PHRASE =
      Pattern.compile(
          "\\b([Ww]hoever|[Ss]omebody|dearer|dearest|so many|so much|what becomes of)\\b");

  /** Phrases that are also rejected in help texts, messages and pages. */
  private static final Pattern USER_PHRASE =
      Pattern.compile(
          "\\b(nothing is said|what became of|without a word|one's own|still to come)\\b");

  /** Files of user texts that are not Java sources. Their keys and code contain no phrase. */
  private static final Pattern USER_FILE =
      Pattern.compile(
          ".*\\.(conf|xml|service|sh|yaml|js|html)|.*/(metasched|run|kind|reproducible)");

  private static final Pattern JOIN = Pattern.compile("\\s*\\+\\s*");

  @Test
  void commentsAndTextsOfAllMainSourcesKeepTheRules() throws IOException {
    var faults = new ArrayList<String>();
    int files = 0;
    for (var module : MODULES) {
      var sources = Path.of("..", module, "src", "main", "java");
      if (!Files.isDirectory(sources)) {
        continue;
      }
      try (var walk = Files.walk(sources)) {
        for (var file : walk.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
          files++;
          var source = Files.readString(file);
          faults(source).forEach(fault -> faults.add(file + ": " + fault));
          textFaults(source).forEach(fault -> faults.add(file + ": " + fault));
        }
      }
    }

    assertThat(files).isGreaterThan(1000);
    assertThat(faults).isEmpty();
  }

  @Test
  void filesThatUsersReadKeepTheRules() throws IOException {
    var roots = new ArrayList<Path>();
    MODULES.forEach(module -> roots.add(Path.of("..", module, "src", "main", "resources")));
    roots.addAll(List.of(Path.of("..", "conf"), Path.of("..", ".ci"), Path.of("..", "metasched")));
    var faults = new ArrayList<String>();
    int files = 0;
    for (var root : roots) {
      if (!Files.exists(root)) {
        continue;
      }
      try (var walk = Files.walk(root)) {
        for (var file : walk.filter(PlainEnglishTest::isOfUsers).sorted().toList()) {
          files++;
          int line = 0;
          for (var text : Files.readAllLines(file)) {
            line++;
            if (isOdd(text)) {
              faults.add("%s: %d: %s".formatted(file, line, text.strip()));
            }
          }
        }
      }
    }

    assertThat(files).isGreaterThan(60);
    assertThat(faults).isEmpty();
  }

  private static boolean isOfUsers(Path file) {
    var name = file.toString().replace('\\', '/');
    return Files.isRegularFile(file)
        && !name.contains("/vendor/")
        && USER_FILE.matcher(name).matches();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /** What a node costs. */           | What a node costs.
          /** The same with another name. */  | The same with another name.
          /** Copies the list. */             | Copies the list.
          // keeps so many slots              | keeps so many slots
          /* is told by whoever asks */       | is told by whoever asks
          """)
  void aCommentThatBreaksOneIsFound(String code, String comment) {
    assertThat(faults("class A {\n" + code + "\n}")).containsExactly("2: " + comment);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          @Option(description = "Keeps so many slots.")      | Keeps so many slots.
          fail("the job is over; somebody ended it");   | the job is over; somebody ended it
          var help = "3 jobs if nothing "  + "is said.";  | 3 jobs if nothing is said.
          """)
  void aTextThatBreaksOneIsFound(String code, String text) {
    assertThat(textFaults("class A {\n" + code + "\n}")).containsExactly("2: " + text);
  }

  @ParameterizedTest
  @CsvSource({
    "json.put(\"dearest\", 1);",
    "fail(\"up to 3 jobs\");",
    "// somebody",
    "var a = \"so \" ; var b = \"many jobs\";"
  })
  void otherTextsAreNot(String code) {
    assertThat(textFaults(code)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/** Whether it is open. */",
    "/** Returns the cheapest node. */",
    "var s = \"/** What */\";",
    "// when the node is full",
    "/** Sorted copy of the list. */"
  })
  void otherCommentsAreNot(String code) {
    assertThat(faults(code)).isEmpty();
  }

  /** Returns the line and the text of each comment that breaks a rule. */
  private static List<String> faults(String source) {
    var faults = new ArrayList<String>();
    var comments = COMMENT.matcher(source);
    while (comments.find()) {
      var doc = comments.group("doc");
      var found = doc == null ? comments.group("other") : doc;
      if (found == null) {
        continue; // a string
      }
      var text = found.replaceAll("\\n\\s*\\*?", " ").replaceAll("^[/*]+|\\*+/$", "").strip();
      boolean isBegunBadly = doc != null && FIRST_WORD.matcher(text).matches();
      if (isBegunBadly || REPEATS_THE_CODE.matcher(text).matches() || PHRASE.matcher(text).find()) {
        faults.add("%d: %s".formatted(line(source, comments.start()), text));
      }
    }
    return faults;
  }

  /**
   * Returns the line and the text of each string that contains a space and breaks a rule. Strings
   * joined by plus signs are one text; names without a space, such as keys, are not checked.
   */
  private static List<String> textFaults(String source) {
    var faults = new ArrayList<String>();
    var text = new StringBuilder();
    int begin = 0;
    int end = 0;
    var tokens = COMMENT.matcher(source);
    while (tokens.find()) {
      var part = tokens.group("text");
      if (part == null) {
        continue; // a comment, a character or a text block
      }
      boolean isJoined =
          text.length() > 0 && JOIN.matcher(source.substring(end, tokens.start())).matches();
      if (!isJoined) {
        add(faults, source, begin, text);
        text.setLength(0);
        begin = tokens.start();
      }
      text.append(part);
      end = tokens.end();
    }
    add(faults, source, begin, text);
    return faults;
  }

  private static void add(List<String> faults, String source, int begin, StringBuilder text) {
    if (text.indexOf(" ") >= 0 && isOdd(text)) {
      faults.add("%d: %s".formatted(line(source, begin), text));
    }
  }

  private static long line(String source, int at) {
    return source.substring(0, at).chars().filter(each -> each == '\n').count() + 1;
  }

  private static boolean isOdd(CharSequence text) {
    return PHRASE.matcher(text).find() || USER_PHRASE.matcher(text).find();
  }
}
