# cmake --install: the program, headers, one static library per room, and the package `photinus`
# with which another project builds its own program.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(photinus_package ${CMAKE_INSTALL_LIBDIR}/cmake/photinus)

install(TARGETS photinus)
install(TARGETS ${PHOTINUS_ROOMS} EXPORT photinusTargets)
install(DIRECTORY include/photinus TYPE INCLUDE)
install(EXPORT photinusTargets NAMESPACE photinus:: DESTINATION ${photinus_package})
configure_package_config_file(src/cmake/photinusConfig.cmake.in photinusConfig.cmake
                              INSTALL_DESTINATION ${photinus_package})
write_basic_package_version_file(photinusConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/photinusConfig.cmake
              ${PROJECT_BINARY_DIR}/photinusConfigVersion.cmake
              src/cmake/PhotinusDependencies.cmake src/cmake/PhotinusProgram.cmake src/cmake/program.cpp.in
        DESTINATION ${photinus_package})
