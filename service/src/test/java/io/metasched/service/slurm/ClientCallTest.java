package io.metasched.service.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Environment of a client, which may have any bytes. */
final class ClientCallTest {
  private static ClientCall in(byte[] folder) {
    var latin = new String(folder, StandardCharsets.ISO_8859_1);
    var variables = new TreeMap<>(Map.of("METASCHED_CLIENT_FOLDER", latin));
    return new ClientCall(List.of(), variables, Optional.empty());
  }

  @Test
  void aFolderThatCannotBeNamedIsRefused() {
    assertThat(in("/a/\u00e9".getBytes(StandardCharsets.UTF_8)).folder()).isEqualTo("/a/\u00e9");
    assertThatThrownBy(() -> in("/a/\u00e9".getBytes(StandardCharsets.ISO_8859_1)).folder())
        .hasMessage("the current folder has a name that is not in UTF-8");
  }
}
