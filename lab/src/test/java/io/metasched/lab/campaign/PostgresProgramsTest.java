package io.metasched.lab.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresProgramsTest {
  @TempDir private Path folder;

  private Path programs(String place, String... names) throws IOException {
    var bin = Files.createDirectories(folder.resolve(place));
    for (var name : List.of(names)) {
      Files.createFile(
          bin.resolve(name),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
    return bin;
  }

  @Test
  void thePathComesFirst() throws IOException {
    programs("debian/17/bin", "initdb", "postgres");
    var half = programs("half", "initdb");
    var whole = programs("whole", "initdb", "postgres");

    var found = PostgresPrograms.find(half + "::" + whole, folder.resolve("debian"));

    assertThat(found).contains(new PostgresPrograms(whole));
  }

  @Test
  void thenTheLatestThatIsWhole() throws IOException {
    programs("debian/9/bin", "initdb", "postgres");
    var latest = programs("debian/15/bin", "initdb", "postgres");
    programs("debian/16/bin", "postgres");
    programs("debian/old/bin", "initdb", "postgres");

    var found = PostgresPrograms.find("", folder.resolve("debian"));

    assertThat(found).contains(new PostgresPrograms(latest));
  }

  @Test
  void aMachineMayHaveNone() {
    assertThat(PostgresPrograms.find(folder.toString(), folder.resolve("none"))).isEmpty();
  }

  @Test
  void aFolderWithoutThemIsRefusedInOneLine() {
    assertThatThrownBy(() -> PostgresPrograms.in(folder))
        .hasMessage(
            "allowed is a folder with the programs initdb and postgres, given was '%s'", folder);
  }
}
