package io.metasched.simulation;

import io.metasched.resource.fixture.SpecConstruction;

/** Checks that the specs of this module can be constructed. */
final class EverySpecConstructsTest extends SpecConstruction {}
