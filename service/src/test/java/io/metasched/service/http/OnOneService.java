package io.metasched.service.http;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Base of test classes whose tests share one service. */
abstract class OnOneService {
  @TempDir static Path folder;
  static TestedApi api;

  @BeforeAll
  static void start() throws IOException {
    api = new TestedApi(folder);
  }

  @AfterAll
  static void end() {
    api.close();
  }
}
