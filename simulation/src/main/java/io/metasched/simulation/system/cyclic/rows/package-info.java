/** What a cyclic run leaves behind, as rows and as files. */
@NullMarked
package io.metasched.simulation.system.cyclic.rows;

import org.jspecify.annotations.NullMarked;
