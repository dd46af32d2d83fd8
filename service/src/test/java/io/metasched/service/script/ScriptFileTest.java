package io.metasched.service.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Script files as read before submission. */
final class ScriptFileTest {
  private static final String MARK = "\u00EF\u00BB\u00BF"; // UTF-8, byte by byte

  /** Returns a script whose bytes are the characters of a text. */
  private static ScriptFile script(String latin) {
    return ScriptFile.of(latin.getBytes(StandardCharsets.ISO_8859_1), "#METASCHED");
  }

  private static List<String> words(String latin) {
    return script(latin).directives().stream().flatMap(each -> each.words().stream()).toList();
  }

  private static void refused(String latin, String why) {
    assertThatThrownBy(() -> script(latin))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void directivesAreReadUpToTheFirstCommand() {
    var text =
        """
        #!/bin/sh
        # a comment

        #METASCHED --nodes=4 --time=30
          #METASCHED --name="two words"
        cat <<END
        #METASCHED --nodes=9
        END
        #METASCHED --nodes=8
        """;

    assertThat(script(text).directives())
        .containsExactly(
            new ScriptFile.Directive(4, List.of("--nodes=4", "--time=30")),
            new ScriptFile.Directive(5, List.of("--name=two words")));
  }

  @Test
  void otherCommentsAreNoDirectives() {
    assertThat(words("#METASCHEDULER --a\n##METASCHED --b\n# METASCHED --c\n#METASCHED\n"))
        .isEmpty();
    assertThat(words("#METASCHED\t--a\n")).containsExactly("--a");
  }

  @Test
  void aScriptIsRunByTheProgramOfItsFirstLine() {
    assertThat(script("#!/usr/bin/env python3\n").interpreter())
        .containsExactly("/usr/bin/env", "python3");
    assertThat(script("#! /bin/bash -e -u \n").interpreter()).containsExactly("/bin/bash", "-e -u");
    assertThat(script("echo\n").interpreter()).containsExactly("/bin/sh");
    assertThat(script("").interpreter()).containsExactly("/bin/sh");
    refused("#! \necho\n", "line 1: no program follows the #!");
  }

  @Test
  void bytesInAnotherEncodingStayAsTheyAre() {
    var latin = "#!/bin/sh\n# f\u00FCr\n#METASCHED -N 2\necho '\u00E9'\n";

    assertThat(script(latin).bytes()).isEqualTo(latin.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(words(latin)).containsExactly("-N", "2");
    refused("#METASCHED --name=\u00E9\n", "line 1: it is not encoded in UTF-8");
    assertThat(words("#METASCHED --name=\u00C3\u00A9\n")).containsExactly("--name=\u00E9");
  }

  @Test
  void aByteOrderMarkIsNoPartOfAScript() {
    var marked = script(MARK + "#!/bin/sh\n#METASCHED -N 2\n");

    assertThat(marked.interpreter()).containsExactly("/bin/sh");
    assertThat(marked.directives()).hasSize(1);
    assertThat(marked.bytes())
        .isEqualTo("#!/bin/sh\n#METASCHED -N 2\n".getBytes(StandardCharsets.US_ASCII));
    refused("\u00FF\u00FEe\0c\0h\0o\0", "UTF-16");
    refused("\u00FE\u00FF\0e\0c\0h\0o", "UTF-16");
  }

  @Test
  void aShellScriptWithLinesOfWindowsIsRefusedAndAnotherOneRuns() {
    refused("#!/bin/bash\r\necho\r\n", "line 1: it has a carriage return");
    refused("#!/usr/bin/env -S bash -e\r\n", "bash takes for a part of the command");
    refused("#METASCHED -N 2\n\necho\r\n", "line 3: it has a carriage return");
    refused("#!/bin/sh\recho\r", "line 1: it has a carriage return");
    var python = script("#!/usr/bin/env python3\r\n#METASCHED -N 2\r\nprint()\r\n");

    assertThat(python.interpreter()).containsExactly("/usr/bin/env", "python3");
    assertThat(python.directives().get(0).words()).containsExactly("-N", "2");
    assertThat(words("echo\n#METASCHED\r\ncat <<E\nx\r\nE\n")).isEmpty();
  }

  @Test
  void aProgramIsNoScript() {
    refused("\u007FELF\u0002\u0001\0\0\n", "is not a script; a program goes after --");
  }

  @Test
  void aQuoteThatIsNotClosedIsNamedWithItsLine() {
    refused("#!/bin/sh\n#METASCHED --name=\"a\n", "line 2: a \" is not closed");
  }
}
