package io.metasched.service.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StagedFileTest {
  private static List<StagedFile> files(String paths) {
    return Arrays.stream(paths.split(" ", -1))
        .map(path -> new StagedFile(path, "", false))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "a a, input a occurs twice",
    "b a/b c a/b, input a/b occurs twice",
    "a a/b, 'input a/b is below input a, which is a file'",
    "a/b/c a, input a is a folder of input a/b/c"
  })
  void theFirstFileThatDoesNotFitThoseBeforeItIsNamed(String paths, String why) {
    assertThat(StagedFile.refusal(files(paths))).isEqualTo(Optional.of(why));
  }

  @Test
  void pathsThatOnlyLookAlikeCanBeInOneFolder() {
    assertThat(StagedFile.refusal(files("a A ab a.b b/a b/ab c/b/a"))).isEmpty();
    assertThat(StagedFile.refusal(List.of())).isEmpty();
  }

  @Test
  void aNameIsNotLongerThanFileSystemsTake() {
    var most = "é".repeat(127);
    assertThat(StagedFile.refusal(files("x/" + most + "e"))).isEmpty();

    assertThat(StagedFile.refusal(files("x/" + most + "é")).orElseThrow())
        .endsWith("has a name longer than 255 bytes");
  }

  @Test
  void aPathHasUpTo255CharactersWithoutNul() {
    assertThat(new StagedFile("x".repeat(255), "", false).path()).hasSize(255);
    for (var path : List.of("", "x".repeat(256), "\0", "a\0")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new StagedFile(path, "", false))
          .withMessage("a path needs 1 to 255 characters");
    }
    for (var path : List.of("/a", "a//b", "a/", ".", "a/../b")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new StagedFile(path, "", false))
          .withMessage("a path must be relative and stay in its folder");
    }
  }

  @Test
  void onlyATextMarkedAsBase64MustBeBase64() {
    assertThat(new StagedFile("a", "no base64!", false).bytes())
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("no base64!");
    assertThat(new StagedFile("a", "aGk=", true).bytes()).containsExactly('h', 'i');
    assertThatIllegalArgumentException().isThrownBy(() -> new StagedFile("a", "no base64!", true));
  }
}
