package io.metasched.service.start;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.http.Tokens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Folder of new tokens, each in a file that only its owner can read. */
final class TokenFiles {
  static final String ADMIN = "admin";

  private final Path folder;

  /** Creates the folder if it is missing. */
  TokenFiles(Path data) throws IOException {
    folder = data.resolve("tokens");
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /** Writes a new token into the file of its principal; returns the event of its issue. */
  BookEvent issue(String id, String principal, Role role, List<String> accounts)
      throws IOException {
    var token = Tokens.draw();
    write(folder.resolve(principal), token);
    return new BookEvent.TokenIssued(
        new TokenRecord(
            id,
            Sha256.of(token),
            principal,
            role,
            accounts,
            List.of(),
            Optional.empty(),
            Optional.empty()));
  }

  private static void write(Path file, String token) throws IOException {
    Files.deleteIfExists(file); // of an interrupted initialization, or of a book before a restore
    var mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    try (var channel =
        Files.newByteChannel(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mine)) {
      channel.write(StandardCharsets.UTF_8.encode(token + "\n"));
    }
  }
}
