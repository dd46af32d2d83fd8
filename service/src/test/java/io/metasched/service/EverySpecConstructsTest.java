package io.metasched.service;

import io.metasched.resource.fixture.SpecConstruction;

/** Guards the specs of this module. */
final class EverySpecConstructsTest extends SpecConstruction {}
