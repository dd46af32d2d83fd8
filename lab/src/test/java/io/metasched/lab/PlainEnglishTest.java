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

/** Rules for comments in CONTRIBUTING.md that a program can check, applied to all main sources. */
class PlainEnglishTest {
  private static final List<String> MODULES =
      List.of("resource-actors", "metascheduler", "simulation", "service", "lab");
  private static final Pattern COMMENT =
      Pattern.compile(
          "'(?:\\\\.|[^'\\\\\\n])'|\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|(?<doc>/\\*\\*(?s:.*?)\\*/)|(?<other>/\\*(?s:.*?)\\*/|//[^\\n]*)");
  private static final Pattern FIRST_WORD =
      Pattern.compile("(What|Whatever|Who|Whoever|Where|When|Why|How|So|The same)\\b.*");
  private static final Pattern REPEATS_THE_CODE = Pattern.compile("Copies the \\w+\\.");
  private static final Pattern PHRASE =
      Pattern.compile(
          "\\b([Ww]hoever|[Ss]omebody|dearer|dearest|so many|so much|what becomes of)\\b");

  @Test
  void commentsOfAllMainSourcesKeepTheRules() throws IOException {
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
          faults(Files.readString(file)).forEach(fault -> faults.add(file + ": " + fault));
        }
      }
    }

    assertThat(files).isGreaterThan(1000);
    assertThat(faults).isEmpty();
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
        long line = source.substring(0, comments.start()).lines().count() + 1;
        faults.add("%d: %s".formatted(line, text));
      }
    }
    return faults;
  }
}
