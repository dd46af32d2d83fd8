package io.metasched.service;

import io.metasched.resource.fixture.SpecConstruction;

/** Construction of every spec of this module. */
final class EverySpecConstructsTest extends SpecConstruction {}
